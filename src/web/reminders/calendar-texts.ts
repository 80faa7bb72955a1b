/** What is said of the calendar's address; loaded with it. */
export const calendarTexts = {
  title: 'Dates in your calendar',
  what: 'An address that Google, Apple and Outlook calendars subscribe to. It has the dates of your bonds, vaults and sell requests, and keeps them up to date.',
  make: 'Get the address',
  again: 'New address',
  revoke: 'Revoke',
  isOn: 'On',
  address: 'Your calendar’s address',
  copyNow:
    'In your calendar, choose “Subscribe” or “From URL” and paste it. Anyone with it can read these dates. It is shown this once.',
  made: (when: string) =>
    `Made ${when}. It is not shown again; a new address ends the one before it.`,
  failed: 'Calendar address not made',
  revoked: 'Calendar address revoked',
  revokedDetail: 'Calendars that subscribed to it get nothing more.',
  revokeFailed: 'Calendar address not revoked',
} as const;
