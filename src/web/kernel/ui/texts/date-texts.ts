/** What a field for a day or a time says. */
export const dateTexts = {
  example: { day: '7 Dec 2026', time: '7 Dec 2026, 19:52' },
  unread: { day: 'A day like 7 Dec 2026.', time: 'A day and a time like 7 Dec 2026, 19:52.' },
  calendar: 'Open the calendar',
} as const;
