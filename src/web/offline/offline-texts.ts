/** What the page says that stands in for all others while there is no connection. */
export const offlineTexts = {
  title: 'You are offline',
  last: (age: string) =>
    `The last figures that this browser saw, ${age}. They may have changed since.`,
  none: 'This browser has seen no figures of yours yet.',
  tryAgain: 'Try again',
  figures: {
    totalLMT: 'Total LMT',
    totalValueUSD: 'Total value',
    unstakedLMT: 'Unstaked',
    totalStaked: 'Staked',
    pendingRewards: 'Rewards',
    inBonding: 'In bonding',
    inEscrow: 'In sell requests',
  },
  vaults: 'Vaults',
  matures: (when: string) => `matures ${when}`,
  closes: (when: string) => `restake window closes ${when}`,
  vests: (when: string) => `can be activated from ${when}`,
} as const;
