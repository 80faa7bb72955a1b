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

/** One thing that happens: `wait` before it, `share` of what is there in thousandths, `pick` among several. */
export interface Op {
  readonly kind: (typeof OPS)[number];
  readonly waitMs: number;
  readonly share: bigint;
  readonly pick: number;
  readonly edit: VaultEdit;
  /** Where an edit moves the cycle's start and end, counted from now; null where it does not. */
  readonly startsInMs: number | null;
  readonly endsInMs: number | null;
}
