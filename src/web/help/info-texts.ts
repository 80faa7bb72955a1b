/** What the Info tab says; loaded with it. */
export const infoTexts = {
  disclaimer: {
    title: 'Disclaimer',
    points: [
      'The content of this product is informational. It is no financial, legal or tax advice.',
      'Returns are not guaranteed. APY, price growth and fees can change, and the treasury’s holdings can lose value.',
      'The team is not liable for losses that come from using this product.',
      'A payment can’t be taken back once it is sent. Bond only what you can afford to lose.',
      'LMT can be sold only while one of your vaults is in its 24-hour window, at most half of your unstaked LMT per 7 days, and after approval by the owner.',
    ],
  },
  products: {
    title: 'Ecosystem',
    hint: 'Announced, and not part of this app yet. These are plans, not promises.',
    soon: 'Coming soon',
    list: [
      { name: 'Social-finance platform', when: 'Q3 2025' },
      { name: 'Launchpad', when: 'Q4 2025' },
      { name: 'Metaverse casino and sports betting dapp', when: '2026' },
    ],
  },
  help: {
    title: 'Help pages',
    loading: 'Loading the help pages',
    failed: 'The help pages could not be loaded',
    search: 'Find a help page',
    none: 'No help page has this in its title',
    noneHint: 'The DeFi Assistant, at the top of each page, searches their text too.',
    groups: [
      {
        title: 'Bond',
        pages: ['bonding', 'bond-screen', 'claim-bond', 'price-quote', 'pending-bond'],
      },
      {
        title: 'Stake',
        pages: [
          'staking',
          'stake-screen',
          'vesting',
          'vault-cycle',
          'restake',
          'unstaking',
          'rewards',
        ],
      },
      { title: 'Sell', pages: ['selling', 'sell-screen', 'sell-limit', 'sell-approval'] },
      {
        title: 'Wallet',
        pages: [
          'connect-wallet',
          'need-a-wallet',
          'hardware-wallets',
          'what-you-sign',
          'sessions',
          'security',
        ],
      },
      {
        title: 'Money and fees',
        pages: [
          'fees',
          'staking-fee',
          'sell-fee',
          'amounts',
          'deadlines',
          'apy',
          'lmt-price',
          'max-supply',
          'treasury',
        ],
      },
      {
        title: 'Problems',
        pages: [
          'bond-errors',
          'stake-errors',
          'sell-errors',
          'wallet-errors',
          'server-errors',
          'pauses',
        ],
      },
    ],
    rest: 'The app',
    all: 'All help pages',
    page: 'Help page',
    pageLoading: 'Loading the help page',
    pageFailed: 'The help page could not be loaded',
  },
} as const;
