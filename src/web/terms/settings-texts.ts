/** What the owner's Settings tab says. */
export const settingsTexts = {
  loading: 'Loading the settings',
  failed: 'The settings could not be loaded',
  fees: 'Fee Structure',
  economics: 'Token Economics',
  times: 'Time Parameters',
  toast: {
    done: 'Settings Updated',
    failed: 'Update Failed',
    failedDetail: 'Failed to update settings',
  },
  names: {
    lmtPriceUSDC: 'LMT price in USDC',
    lmtPriceSOL: 'LMT price in SOL',
  },
  notes: {
    lmtPriceUSDC: 'the source of every other price of LMT',
    lmtPriceSOL: 'derived from the SOL price',
    weeklyPriceIncrease: (next: string) => `next step ${next}`,
    noStep: 'no step is due',
    maxSupply: 'New bonds stop at this limit; rewards are always paid',
  },
  hints: {
    fee: 'Counts from now on. Requests that were made and windows that are open keep the fee they began with.',
    lmtPriceUSDC:
      'Takes effect at once, for everything quoted from now on, and restarts the seven days to the next step.',
    lmtPriceSOL:
      'Sets the SOL price that is used where no market feed answers: LMT in USDC divided by what you enter.',
    weeklyPriceIncrease: 'Counts from the next step on. At most 20%.',
    maxSupply: 'LMT issued less LMT burned may not exceed it by new bonds.',
  },
  takeBack: 'Charge no withdrawal fee',
  taken: 'Unstaking is free from now on.',
  bonding: 'Bonding period',
  vesting: 'Vesting period',
  lock: 'Vault lock period',
  window: 'Restake window',
  pause: 'Emergency pause',
  immediate: 'Immediate',
  hours: (count: number) => `${count} hours`,
  days: (count: number) => `${count} days`,
  changed: (when: string) => `Last changed ${when}.`,
} as const;
