import type { NumberedItem } from '../base/change.ts';
import { ADJUSTED } from '../base/owner-item.ts';
import { CORRECTED } from '../vaults/vault-edit.ts';

/** True if a history line records LMT that the owner gave or took, by its note, which only corrections write. */
export const isOwnerItem = ({ note }: Pick<NumberedItem, 'note'>): boolean =>
  note === CORRECTED || (note?.startsWith(ADJUSTED) ?? false);

/**
 * Returns a history line's amount with the sign of its effect on what the user can use. A withdrawal by the
 * owner is negative.
 */
export function signedAmount(item: Pick<NumberedItem, 'type' | 'amount' | 'note'>): bigint {
  const { type, amount } = item;
  const isTaken = type === 'withdraw' && isOwnerItem(item);
  return isTaken || type === 'stake' || type === 'sell' ? -amount : amount;
}
