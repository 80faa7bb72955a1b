/** The dialog about getting a wallet. */
export const walletHelpTexts = {
  title: 'Need a Wallet?',
  hint: 'A wallet holds your keys and signs for you. It is free.',
  tabs: { label: 'Getting a wallet', install: 'Install Wallet', guide: 'Setup Guide' },
  /** What fits the device in hand. */
  here: {
    computer: {
      title: 'On this computer',
      text: "Install the browser's extension, then refresh this page and press Connect Wallet.",
    },
    android: {
      title: 'On this Android phone',
      text: "Install the wallet's app. Then press Connect Wallet and choose Mobile Wallet Adapter: it opens your app, and you stay in this browser. Or open this page in the app's own browser.",
    },
    androidOther: {
      title: 'On this Android phone',
      text: "Install the wallet's app and open this page in the app's own browser. In Chrome you can also stay in your browser.",
    },
    phone: {
      title: 'On this phone or tablet',
      text: "Install the wallet's app and open this page in the app's own browser: other browsers cannot reach wallets here.",
    },
  },
  installed: 'Installed',
  missing: 'Not Found',
  install: 'Install',
  installOf: (wallet: string) => `Install ${wallet}`,
  features: {
    phantom: [
      'Extension for Chrome, Firefox, Brave and Edge; app for iPhone and Android',
      'Shows what a transaction will do before you sign it',
      'Works with Ledger hardware wallets',
    ],
    solflare: [
      'Made for Solana: extension, and app for iPhone and Android',
      'Shows what a transaction will do before you sign it',
      'Works with Ledger and Keystone hardware wallets',
    ],
  },
  desktop: {
    title: 'On a computer',
    steps: [
      'Install the extension of Phantom or Solflare from its own site.',
      'Create a wallet and store the seed phrase safely: on paper, not as a picture and not online.',
      'Refresh this page and press Connect Wallet.',
    ],
  },
  mobile: {
    title: 'On a phone',
    steps: [
      "Download the wallet's app and create a wallet in it.",
      "Open this page in the wallet's built-in browser and press Connect Wallet there.",
    ],
  },
  tip: {
    title: 'Security tip',
    text: 'Never share your seed phrase with anybody. This product never asks for it, nor for private keys.',
  },
} as const;
