import type { NumberedItem } from '../base/change.ts';
import { ADJUSTED } from '../base/owner-item.ts';
import { CORRECTED } from '../vaults/vault-edit.ts';

/**
 * What a line of history brought to what the user can use (+), or took from it (−). What the owner took
 * is a withdrawal too, known by its note, which only the owner's corrections write.
 */
export function signedAmount({
  type,
  amount,
  note,
}: Pick<NumberedItem, 'type' | 'amount' | 'note'>): bigint {
  const isTaken =
    type === 'withdraw' && (note === CORRECTED || (note?.startsWith(ADJUSTED) ?? false));
  return isTaken || type === 'stake' || type === 'sell' ? -amount : amount;
}
