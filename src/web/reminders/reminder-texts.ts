/** What is said of reminders, and what they say; loaded with them. */
export const reminderTexts = {
  dialog: {
    title: 'Reminders and calendar',
    description: 'So that no deadline passes while this page is closed.',
  },
  title: 'Reminders in this browser',
  what: 'A notification when a restake window opens, 6 hours and 1 hour before it closes, when a bond can be claimed, when a sell request is decided and when its payout is final.',
  closed: 'They come while LMT is closed, too.',
  onlyOpen:
    'In this browser they come only while LMT is open in a tab; the tab may be in the background. For the rest, have your dates in your calendar.',
  turnOn: 'Remind me in this browser',
  turnOff: 'Turn off',
  isOn: 'On',
  denied:
    'Notifications from this site are blocked. Allow them in the browser’s settings for this site (the icon beside the address), then press the button again.',
  dismissed:
    'The browser’s question was closed without an answer. Press the button to be asked again.',
  unsupported:
    'This browser can’t show notifications for a web page. On an iPhone or iPad, add LMT to the Home Screen first. Or have your dates in your calendar.',
  on: 'Reminders are on',
  onDetail: 'Keep LMT open in a tab to be reminded.',
  onClosedDetail: 'They reach you while LMT is closed, too.',
  off: 'Reminders are off',
  offFailed: 'Reminders are still on',
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
    'bond-claimable': {
      title: (lmt: string) => `Bond ready: ${lmt}`,
      text: () => 'Its lock is over: claim it on Bond.',
    },
    'sell-approved': {
      title: (lmt: string) => `Sell request approved: ${lmt}`,
      text: () => 'Its payout is on the way to your wallet.',
    },
    'sell-rejected': {
      title: (lmt: string) => `Sell request rejected: ${lmt}`,
      text: () => 'The LMT is in your unstaked balance. Sell says why.',
    },
    'payout-final': {
      title: (lmt: string) => `Payout final: ${lmt} sold`,
      text: () => 'It is in your wallet.',
    },
  },
} as const;
