/** What is said about wallets and signing in; loaded with the code that says it. */
export const walletTexts = {
  names: { phantom: 'Phantom', solflare: 'Solflare', jupiter: 'Jupiter' },
  menu: {
    label: 'Wallets',
    found: 'Found',
    missing: 'Not Found',
    local: 'Local network',
    openIn: (wallet: string) => `Open in ${wallet}`,
    /** What any wallet app on the phone is reached by: which are installed is unknown. */
    apps: 'Wallet apps',
    help: 'Need a Wallet?',
  },
  account: {
    title: 'Your wallet',
    out: (name: string) => `${name}, signed out`,
    balances: 'Balances',
    unstaked: 'Unstaked LMT',
    unknown: 'Unknown',
    reminders: 'Reminders and calendar',
  },
  connected: {
    title: 'Wallet Connected!',
    detail: (wallet: string, address: string) => `${wallet} ${address}`,
    instead: (wanted: string, wallet: string, address: string) =>
      `${wanted} was not found, so ${wallet} was used: ${address}`,
    asksInstead: (wanted: string, wallet: string) => ({
      title: `${wanted} was not found`,
      detail: `${wallet} is asked in its place.`,
    }),
    otherNetwork: (network: string) =>
      `It does not name the network "${network}" among its own, and may warn you when you pay.`,
  },
  failed: { title: 'Connection Failed', fallback: 'Failed to connect wallet. Please try again.' },
  disconnected: {
    title: 'Wallet Disconnected',
    byWallet: 'The wallet ended the connection.',
    otherAccount: (wallet: string) =>
      `${wallet} has another account open than before. Connect again to use it.`,
  },
  disconnectFailed: {
    title: 'Disconnection Failed',
    session:
      'The wallet is gone from this page, but the server could not be told. The session ends by itself within 24 hours.',
    wallet: 'You are signed out, but the wallet did not end the connection itself.',
  },
  switched: {
    title: 'Account changed',
    detail: (address: string) => `Sign in to see ${address}.`,
  },
  errors: {
    noneFound:
      'No Solana wallets found! Please install Phantom, Solflare, or Jupiter browser extension and refresh the page.',
    noneFoundMobile:
      'No Solana wallets found! Please install the Phantom, Solflare, or Jupiter mobile app and open this page in the wallet browser.',
    notFound: (wallet: string) =>
      `${wallet} wallet not found! Please install the ${wallet} browser extension and refresh the page.`,
    notFoundMobile: (wallet: string) =>
      `${wallet} wallet not found! Please install the ${wallet} mobile app and open this page in its browser.`,
    rejected: 'Connection was rejected. Please approve the connection in your wallet.',
    authentication: 'Failed to authenticate with wallet signature. Please try connecting again.',
    other: 'Failed to connect to wallet. Please make sure your wallet is unlocked and try again.',
    noPublicKey: 'Failed to get public key from wallet',
    notConnected: 'Wallet not connected',
    noProvider: 'Wallet provider not found',
    noTransactions: 'Wallet does not support transaction signing',
    noMessages: 'Wallet does not support message signing',
    unsupported: 'Unsupported wallet for message signing',
    otherAccount: 'The wallet has another account open. Choose the one that is connected here.',
  },
} as const;
