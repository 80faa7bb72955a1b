/** The addresses of reminders that reach a closed tab; apart from the others, which the first page loads. */
export const REMINDER_PATHS = {
  calendar: '/api/calendar',
  calendarFile: '/api/calendar/{token}.ics',
  pushKey: '/api/push/key',
  pushSubscriptions: '/api/push/subscriptions',
  pushSubscription: '/api/push/subscriptions/{id}',
} as const;

/** Where the calendar of a token is. */
export const calendarPath = (token: string): string =>
  REMINDER_PATHS.calendarFile.replace('{token}', token);
