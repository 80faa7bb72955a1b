import type { HistoryItem } from './change.ts';
import type { Lmt } from './money.ts';
import type { Instant } from './time.ts';

/** Prefix of the history note of an owner's correction. */
export const ADJUSTED = 'Adjusted by the owner';

/** Builds the history line of a change that the owner made to a user. */
export function ownerItem({
  type,
  userId,
  subject,
  amount,
  at,
  reason,
}: {
  readonly type: HistoryItem['type'];
  readonly userId: string;
  readonly subject: string;
  readonly amount: Lmt;
  readonly at: Instant;
  readonly reason: string | null;
}): HistoryItem {
  const note = reason ? `${ADJUSTED}: ${reason}` : ADJUSTED;
  return {
    type,
    userId,
    subject,
    at,
    amount,
    token: 'LMT',
    fee: 0n,
    feeToken: 'LMT',
    status: 'completed',
    hash: null,
    note,
  };
}
