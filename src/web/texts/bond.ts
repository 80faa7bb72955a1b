/** What the Bond tab and a bond's payment say; loaded with them. */
export const bondTexts = {
  title: 'Bond Tokens for LMT',
  price: 'Current LMT price',
  token: 'Pay with',
  tokens: { SOL: 'SOL', USDC: 'USDC' },
  amount: 'Amount',
  balance: 'In your wallet',
  balanceUnknown: 'Balance unknown',
  maxHint: {
    SOL: 'Max leaves the network fee and rent in your wallet.',
    USDC: 'Max is all USDC of your wallet.',
  },
  minimum: (amount: string, token: string) => `The least amount is ${amount} ${token}.`,
  tooPrecise: (decimals: number, token: string) =>
    `${token} amounts have at most ${decimals} decimals here.`,
  tooMuch: (amount: string, token: string) =>
    `More than your wallet can pay: at most ${amount} ${token}.`,
  noFee: 'Your wallet has no SOL for the network fee.',
  tooLarge: 'This amount is too large.',
  preview: {
    title: 'You receive',
    available: 'Available in 24 hours',
    pay: 'You pay',
    rate: 'Price of 1 LMT',
    fee: 'Network fee',
    feeNote: 'to Solana, about',
    free: 'Bonding fee',
    none: 'None',
    empty: 'Enter an amount to see what you get.',
    estimate: 'At the current price',
    locking: 'Locking the price',
    locked: (left: string) => `Price locked for ${left}`,
    unlocked: 'The price could not be locked yet',
  },
  start: 'Start Bonding',
  before: {
    title: 'Before you bond',
    points: (stakingFee: string) => [
      'Your LMT is locked for 24 hours, counted from the payment’s block. Then you claim it with one click; it waits for you if you do nothing.',
      `LMT can be sold only while one of your vaults is in its 24-hour window. Released LMT needs a new vault first: a ${stakingFee} fee in SOL, 24 hours of vesting and 7 days in the vault.`,
      'A payment can’t be taken back once it is sent.',
    ],
  },
  gates: {
    connect: 'Connect your wallet to start bonding',
    connectHint: 'You pay SOL or USDC from your wallet and get LMT after 24 hours.',
    loading: 'Loading user data...',
    signIn: 'Sign in with your wallet to see your bonds',
    paused: 'Bonding is paused. Prices and your bonds are still shown.',
    offPeg: (price: string) =>
      `Bonds in USDC are paused: USDC is at $${price}, and it counts as $1 here. They go on when it is back between $0.98 and $1.02. Bonds in SOL go on as usual.`,
  },
  list: {
    title: 'Active bonds',
    loading: 'Loading your bonds',
    failed: 'Your bonds could not be loaded',
    count: (count: number) => (count === 1 ? '1 bond' : `${count} bonds`),
    empty: 'No active bonds',
    emptyHint:
      'Choose SOL or USDC, enter an amount and press Start Bonding. Your bond appears here with its countdown.',
    awaiting: 'Awaiting blockchain confirmation',
    unpriced: (amount: string) =>
      `${amount} of it lies above your quote and is priced as soon as there is a fresh SOL price. Its LMT is added then.`,
    ready: 'Ready to claim!',
    finalizing: 'Waiting for the payment to be finalized',
    claim: 'Claim LMT',
    left: 'left',
    paid: (when: string) => `Paid ${when}`,
    claimFrom: (when: string) => `Claim from ${when}`,
    explorer: 'Explorer',
    progress: 'Bonding lock',
    status: {
      active: 'Active',
      vesting: 'Vesting',
      pending: 'Pending',
      completed: 'Completed',
    } as Readonly<Record<string, string>>,
  },
  claim: {
    paused: 'Claiming waits for the pause to end.',
    done: 'Bond Completed!',
    doneDetail: (amount: string) => `${amount} LMT added to your unstaked balance.`,
    failed: 'Claim Failed',
    strip: (amount: string) => `${amount} LMT is ready to claim`,
    stripMany: (count: number, amount: string) =>
      `${count} bonds with ${amount} LMT are ready to claim`,
    stripHint:
      'It earns nothing until it is claimed and staked. It waits for you if you do nothing.',
    show: 'Show bonds',
    locked: (amount: string) => `${amount} LMT is bonding`,
    lockedHint: (when: string) =>
      `You claim it with one click from ${when}. It waits for you if you do nothing.`,
  },
} as const;
