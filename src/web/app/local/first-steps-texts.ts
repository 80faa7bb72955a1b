import type { FirstStep } from '#domain/portfolio/first-steps';

/** The newcomer's list on the local network. */
export const firstStepTexts = {
  title: 'First steps',
  open: (made: number, all: number) => `First steps: ${made} of ${all}`,
  close: 'Close',
  done: 'That was all of it.',
  steps: {
    connect: { label: 'Connect a local wallet', note: 'Connect Wallet, then Alice.' },
    funds: { label: 'Have test funds', note: 'Get test funds, above.' },
    bond: { label: 'Bond SOL or USDC', note: 'On Bond: enter an amount and start.' },
    'skip-lock': { label: 'Skip 24 hours', note: '+24 h, above.' },
    claim: { label: 'Claim the LMT', note: 'On Bond, or in the strip of the next step.' },
    stake: { label: 'Stake LMT', note: 'On Stake: the fee is paid in SOL.' },
    activate: { label: 'Skip 24 hours, activate', note: '+24 h, then Activate on Stake.' },
    'skip-cycle': { label: 'Skip 7 days', note: '+7 d: the restake window opens for 24 hours.' },
    restake: { label: 'Restake', note: 'On Stake. Later windows can also unstake.' },
    sell: { label: 'Ask to sell', note: 'On Sell, while a window is open: +7 d opens the next.' },
    approve: {
      label: 'Approve it as the owner',
      note: 'On Admin, in a private window, connected as Owner.',
    },
  } satisfies Readonly<Record<FirstStep, { readonly label: string; readonly note: string }>>,
} as const;
