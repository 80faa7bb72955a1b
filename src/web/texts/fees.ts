import type { ProtocolSettings } from '#contract/protocol';

/** Every fee by the name that the owner changes it by; the two left out are other names of two of them. */
type FeeName = Exclude<Extract<keyof ProtocolSettings, `${string}Fee`>, 'sellFee' | 'restakeFee'>;

/** What each fee is called on the user's side and on the owner's, and what it is taken of, in their order. */
export const feeTexts = {
  stakingFee: { key: 'Staking', label: 'Staking fee', note: 'of the staked LMT, paid in SOL' },
  withdrawalFee: { key: 'Unstaking', label: 'Withdrawal fee', note: 'of the unstaked LMT' },
  sellingFee: { key: 'Selling', label: 'Selling fee', note: 'of the sold LMT, burned' },
  autoRestakeFee: {
    key: 'Restake',
    label: 'Auto-restake fee',
    note: 'of the vault by hand, of the rewards when automatic',
  },
} as const satisfies Readonly<
  Record<FeeName, { readonly key: string; readonly label: string; readonly note: string }>
>;

export const FEE_NAMES = Object.keys(feeTexts) as readonly FeeName[];
