/** What the outcomes side by side say; loaded with them. */
export const whatIfTexts = {
  title: 'What would happen if',
  label: 'Outcomes side by side',
  ways: {
    release: 'Do nothing',
    auto: 'Auto-restake',
    restake: 'Restake now',
    half: 'Unstake half',
    sell: 'Sell',
  },
  asSet: '(as set)',
  staked: 'Staked',
  rewards: 'Rewards',
  nextRewards: 'In 7 days',
  unstaked: 'Unstaked',
  sold: 'Sold',
  paid: (token: string) => `Paid, ${token}`,
  fees: 'Fees',
  notes: {
    stake: (when: string) =>
      `How you would stand on ${when}, when the window of a vault that is activated at once has closed.`,
    window: (when: string) => `How you would stand on ${when}, when the window has closed.`,
  },
  terms:
    'In LMT and dollars, at the prices, fees and APY of now, with all your unstaked LMT. The staking fee in SOL is left out; a sale needs the owner’s approval.',
  empty: 'Enter an amount to compare.',
  none: 'There is nothing to compare while no window is open.',
} as const;
