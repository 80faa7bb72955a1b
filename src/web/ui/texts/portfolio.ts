/** The portfolio card's words; loaded with it. */
export const portfolioTexts = {
  title: 'Portfolio Overview',
  loading: 'Loading your portfolio',
  failed: 'Your portfolio could not be loaded',
  total: 'Total Value',
  breakdown: 'Balance breakdown',
  unstaked: 'Unstaked LMT',
  bonding: 'In bonding',
  staked: 'Staked LMT',
  rewards: 'Pending Rewards',
  price: 'LMT price',
  empty: 'No active positions',
  emptyHint: 'Bond SOL or USDC to get your first LMT.',
  emptyAction: 'Bond SOL or USDC',
} as const;
