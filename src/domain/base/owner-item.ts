import type { HistoryItem } from './change.ts';
import type { Lmt } from './money.ts';
import type { Instant } from './time.ts';

/** How the note of such a line begins. */
export const ADJUSTED = 'Adjusted by the owner';

/** The line of history that tells a user what the owner changed. */
export function ownerItem(
  type: HistoryItem['type'],
  userId: string,
  subject: string,
  amount: Lmt,
  at: Instant,
  reason: string | null,
): HistoryItem {
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
