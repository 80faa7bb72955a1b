/** Paths of the reminders for a closed tab. Separate from `PATHS`, which the first page loads. */
export const REMINDER_PATHS = {
  calendar: '/api/calendar',
  calendarFile: '/api/calendar/{token}.ics',
  pushKey: '/api/push/key',
  pushSubscriptions: '/api/push/subscriptions',
  pushSubscription: '/api/push/subscriptions/{id}',
} as const;

/** Returns the path of a token's calendar file. */
export const calendarPath = (token: string): string =>
  REMINDER_PATHS.calendarFile.replace('{token}', token);
