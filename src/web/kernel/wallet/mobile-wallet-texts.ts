/** What is said on the way to a wallet app beside the browser. */
export const mobileWalletTexts = {
  allow: {
    title: 'Let this page reach your wallet app',
    hint: 'Your browser asks next whether this page may reach other apps on this device. Choose Allow: the wallet app answers that way, and nothing leaves the device.',
    go: 'Continue',
  },
  open: {
    title: 'Open your wallet app',
    hint: 'It asks you to approve what you began here. Come back to this page afterwards.',
    go: 'Open wallet app',
  },
  errors: {
    left: 'You left before the wallet app was opened.',
    blocked:
      'Your browser keeps this page from reaching other apps on this device. Allow it in the site settings, beside the address, and try again.',
    silent: 'The wallet app did not answer. Please open it and try again.',
    closed: 'The wallet app ended the connection.',
    empty: 'The wallet app gave no signature.',
  },
} as const;
