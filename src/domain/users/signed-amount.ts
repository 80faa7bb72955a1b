import type { NumberedItem } from '../base/change.ts';
import { ADJUSTED } from '../base/owner-item.ts';
import { CORRECTED } from '../vaults/vault-edit.ts';

/** Whether a line tells of LMT that the owner gave or took, known by its note, which only corrections write. */
export const isOwnerItem = ({ note }: Pick<NumberedItem, 'note'>): boolean =>
  note === CORRECTED || (note?.startsWith(ADJUSTED) ?? false);

/**
 * What a line of history brought to what the user can use (+), or took from it (−). What the owner took
 * is a withdrawal too.
 */
export function signedAmount(item: Pick<NumberedItem, 'type' | 'amount' | 'note'>): bigint {
  const { type, amount } = item;
  const isTaken = type === 'withdraw' && isOwnerItem(item);
  return isTaken || type === 'stake' || type === 'sell' ? -amount : amount;
}
