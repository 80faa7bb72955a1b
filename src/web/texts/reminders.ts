/** What is said of reminders, and what they say; loaded with them. */
export const reminderTexts = {
  title: 'Reminders in this browser',
  what: 'A notification when a restake window opens, 6 hours and 1 hour before it closes, and when a payout is sent.',
  onlyOpen:
    'They come only while LMT is open in a tab of this browser; the tab may be in the background. For the rest, add a vault’s dates to your calendar from its details.',
  turnOn: 'Remind me in this browser',
  turnOff: 'Turn off',
  isOn: 'On',
  denied:
    'Notifications from this site are blocked. Allow them in the browser’s settings for this site (the icon beside the address), then press the button again.',
  dismissed:
    'The browser’s question was closed without an answer. Press the button to be asked again.',
  unsupported:
    'This browser can’t show notifications for a web page. Add a vault’s dates to your calendar instead, from its details.',
  on: 'Reminders are on',
  onDetail: 'Keep LMT open in a tab to be reminded.',
  off: 'Reminders are off',
  /** The notifications themselves, by kind. */
  tell: {
    'window-open': {
      title: (name: string) => `${name}: the restake window is open`,
      text: (until: string) => `Restake, unstake or sell until ${until}.`,
    },
    'closes-in-6h': {
      title: (name: string) => `${name}: 6 hours left`,
      text: (until: string) => `The restake window closes ${until}.`,
    },
    'closes-in-1h': {
      title: (name: string) => `${name}: 1 hour left`,
      text: (until: string) =>
        `The restake window closes ${until}. After that the vault decides by itself.`,
    },
    'payout-sent': {
      title: (amount: string) => `Payout sent: ${amount}`,
      text: (lmt: string) => `For your sell request of ${lmt} LMT.`,
    },
  },
} as const;
