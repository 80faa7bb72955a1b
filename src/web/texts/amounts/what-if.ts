/** What the table of outcomes says; loaded with it. */
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
  asSet: 'as it is set',
  head: { way: 'If you', staked: 'Staked', unstaked: 'Unstaked', paid: 'Paid out', worth: 'Worth' },
  next: (amount: string) => `+${amount} in 7 days`,
  fee: (amount: string) => `fee ${amount} LMT`,
  sold: (amount: string) => `for ${amount} LMT`,
  notes: {
    stake: (when: string) =>
      `How you would stand on ${when}, when the window of a vault that is activated at once has closed.`,
    window: (when: string) => `How you would stand on ${when}, when the window has closed.`,
  },
  terms:
    'At the prices, fees and APY of now, with all your unstaked LMT. The staking fee in SOL is left out; a sale needs the owner’s approval.',
  empty: 'Enter an amount to compare.',
  none: 'There is nothing to compare while no window is open.',
} as const;
