import type { VaultEdit } from '#domain/vaults/vault-edit';

export const OPS = [
  'bond',
  'failBond',
  'finalize',
  'claim',
  'stake',
  'voidStake',
  'activate',
  'restake',
  'unstake',
  'toggle',
  'complete',
  'look',
  'sell',
  'cancel',
  'reject',
  'settle',
  'credit',
  'debit',
  'editVault',
  'deleteVault',
  'deleteBond',
  'burn',
  'settings',
] as const;

/** Random operation: `wait` before it, `share` of what is available in thousandths, `pick` among several. */
export interface Op {
  readonly kind: (typeof OPS)[number];
  readonly waitMs: number;
  readonly share: bigint;
  readonly pick: number;
  readonly edit: VaultEdit;
  /** New start and end of the cycle, relative to now; null for no change. */
  readonly startsInMs: number | null;
  readonly endsInMs: number | null;
}
