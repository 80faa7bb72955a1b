/** What a payment says while it is made; loaded with it. First what all say, then each purpose's own. */
export const payTexts = {
  steps: {
    sign: 'Sign in your wallet',
    send: 'Send to Solana',
    confirm: 'Confirm on chain',
  },
  notes: {
    sign: (wallet: string) => `Approve the payment in ${wallet}`,
    signAgain: (wallet: string) =>
      `The signature came too late for the network. Nothing was paid. Approve it once more in ${wallet}`,
    send: 'Handing the payment over',
    confirm: 'Waiting for the network, usually a few seconds',
    slow: 'This takes longer than usual. The payment is not lost.',
    retry: 'The server did not answer. Trying again.',
  },
  signing: {
    label: 'What you sign',
    to: 'To',
    treasury: 'LMT treasury',
    purpose: 'For',
    networkFee: 'Network fee',
    accountRent: 'Opens the treasury’s USDC account',
    signWithin: 'Sign within',
    late: 'Ending: you will be asked once more',
    seconds: (seconds: number) => `about ${seconds} s`,
  },
  leave:
    'You can close this window, or even the page: the payment goes on and is never asked for twice.',
  canSend: (wallet: string) =>
    `Does signing take you long? ${wallet} can send the payment itself, and then fits it to the network when you approve.`,
  letSend: (wallet: string) => `Let ${wallet} send it`,
  cancel: 'Cancel',
  hide: 'Close',
  again: 'Try again',
  anew: 'Start over',
  finish: 'Done',
  signature: 'Transaction',
  otherTab: 'A payment is under way in another tab of this browser.',
  notPlaced: 'An earlier payment came first. This order was not placed.',
  dismiss: 'Dismiss',
  underWay: 'A payment is under way',
  resumed: 'An earlier payment is being finished',
  resumedHint: (amount: string, token: string) =>
    `${amount} ${token} was signed earlier. It is not asked for again.`,
  waitingHint: (amount: string, token: string) =>
    `Your payment of ${amount} ${token} is on its way. It is not asked for again.`,
  show: 'Show progress',
  expired: {
    title: 'The payment did not go through',
    detail:
      'The network never took it, and by now it can’t any more. Nothing was paid. You can start over.',
  },
  /** Of a payer that lacks SOL; in the form, and where a payment failed. */
  short: {
    networkFee: (needed: string) => `You need about ${needed} SOL for the network fee.`,
    fees: (needed: string) =>
      `You need about ${needed} SOL for the staking fee and the network fee.`,
    accountRent: (rent: string) => `${rent} SOL of it opens the treasury’s USDC account.`,
    stays: (minimum: string) => `${minimum} SOL of it stays in your wallet, as Solana requires.`,
    held: (held: string) => `Your wallet has ${held} SOL.`,
  },
  failed: {
    authenticate: 'Please reconnect your wallet to authenticate.',
    noSession: 'Authentication required. Please reconnect your wallet.',
    insufficient: 'Insufficient balance. Please check your wallet balance.',
    rejected: 'Transaction was cancelled.',
    network: 'Network error. Please check your connection and try again.',
    wallet: 'Wallet connection issue. Please reconnect your wallet.',
    expired: 'Your session has expired. Please reconnect your wallet.',
    unauthorized: 'Authentication failed. Please reconnect your wallet.',
    server: 'Server error. Please try again in a few moments.',
    onChain: 'The payment failed on the blockchain. Nothing but the network fee was taken.',
    recordWith: (message: string, signature: string) =>
      `${message} Transaction for support: ${signature}`,
  },
  bond: {
    title: 'Bond Tokens for LMT',
    signs: (lmt: string) => `A bond of ${lmt} LMT`,
    pay: 'You pay',
    get: 'You receive',
    getAtLeast: 'You receive at least',
    steps: { quote: 'Lock price', record: 'Record bond' },
    notes: {
      quote: 'Asking for a price that holds for 10 minutes',
      record: 'The server checks the payment',
      unseen: 'The server waits for the payment',
    },
    changed: {
      title: 'The price has changed',
      detail: (was: string, now: string) =>
        `You would get ${now} LMT instead of ${was} LMT. Nothing has been paid yet.`,
      accept: 'Pay at the new price',
    },
    signedOut: {
      title: 'Bonding Failed',
      detail: 'Authentication required. Please reconnect your wallet.',
    },
    stuck: 'A payment is not recorded yet',
    stuckHint: (amount: string, token: string) =>
      `${amount} ${token} was sent. The server finds it by itself too; nothing is lost.`,
    done: {
      title: 'Bond Created Successfully!',
      detail: (amount: string) => `${amount} LMT available in 24 hours`,
      availableFrom: (when: string) => `You claim your LMT from ${when}.`,
      pending: 'Awaiting blockchain confirmation',
    },
    failed: {
      pay: 'Bonding Failed',
      unconfirmed: 'Payment Not Confirmed',
      maybeSent: 'Your wallet may have sent this payment. Look at your bonds before you pay again.',
      record: 'Bonding Failed',
      invalid: 'Invalid bonding amount. Please check your input.',
      other: 'Unable to create bond. Please try again.',
      unrecorded: 'Failed to create bond',
    },
  },
  stake: {
    title: 'Stake LMT',
    signs: (lmt: string) => `The fee for staking ${lmt} LMT`,
    pay: 'Staking fee',
    get: 'You stake',
    steps: { quote: 'Fix fee', record: 'Record stake' },
    notes: {
      quote: 'Asking for the fee',
      record: 'The server checks the fee and locks your LMT',
      unseen:
        'The server does not see the fee payment yet and waits for it. It is not asked for again.',
    },
    changed: {
      title: 'The fee has changed',
      detail: (was: string, now: string) =>
        `It would be ${now} SOL instead of ${was} SOL. Nothing has been paid yet.`,
      accept: 'Pay the new fee',
    },
    signedOut: { title: 'Wallet Required', detail: 'Please connect your wallet first' },
    stuck: 'A stake is not recorded yet',
    stuckHint: (amount: string, token: string) =>
      `The fee of ${amount} ${token} is not lost: any unused fee is credited to your next stake.`,
    done: {
      title: 'Staking Started!',
      detail:
        'Your tokens are now vesting. They will be active in 24 hours. They earn after you activate them.',
      availableFrom: (when: string) =>
        `Vesting ends ${when}. Then activate the stake here: it earns nothing until you do.`,
      pending: 'Awaiting blockchain confirmation',
    },
    failed: {
      pay: 'Fee Payment Failed',
      unconfirmed: 'Fee Payment Not Confirmed',
      maybeSent:
        'Your wallet may have sent this payment. Look at your fee credit before you pay again.',
      record: 'Staking Failed',
      invalid: 'Please enter a valid staking amount.',
      other: 'Failed to pay staking fee. Please try again.',
      unrecorded: 'Unable to stake tokens. Check your unstaked balance.',
    },
  },
  /** Of the staking fee alone. */
  fee: {
    sent: 'Fee Payment Sent',
    sentDetail: (signature: string) => `Transaction ${signature}`,
    confirmed: 'Fee Payment Confirmed',
    confirmedDetail: (amount: string) => `Paid ${amount} SOL staking fee`,
    none: 'No Fee Required',
    noneDetail: 'No staking fee calculated for this amount.',
    credited: (amount: string) => `Your fee credit covers the ${amount} SOL staking fee.`,
    signedOut: {
      title: 'Wallet Required',
      detail: 'Please connect your wallet to pay staking fees',
    },
    required: 'Fee Payment Required',
    requiredDetail:
      'You need to pay the staking fee first. Please approve the transaction in your wallet.',
    missing: (amount: string) => `${amount} SOL of the fee is missing.`,
    payMissing: (amount: string) => `Pay ${amount} SOL`,
    kept: 'The fee that you paid is not lost: it is credited to your next stake.',
  },
} as const;
