import type { Change } from '../base/change.ts';
import { type Journal, move, system, unstakedOf } from '../base/ledger.ts';
import { type Lmt, formatAmount, lmt } from '../base/money.ts';
import { ownerItem } from '../base/owner-item.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';

export interface Adjustment {
  readonly direction: 'credit' | 'debit';
  readonly amount: Lmt;
  readonly reason: string | null;
}

/** The owner credits or debits a user's unstaked LMT; a debit never goes below zero. */
export function adjustUser(
  userId: string,
  unstaked: Lmt,
  { direction, amount, reason }: Adjustment,
  now: Instant,
): Result<Change<Lmt>> {
  if (amount <= 0n) return refuse('AMOUNT_NOT_POSITIVE', { token: 'LMT' });
  if (direction === 'debit' && amount > unstaked) {
    return refuse('DEBIT_TOO_LARGE', { available: formatAmount('LMT', unstaked) });
  }
  const held = unstakedOf(userId);
  const adjusted = system('adjusted', 'LMT');
  const credits = direction === 'credit';
  const postings = credits ? move(adjusted, held, amount) : move(held, adjusted, amount);
  const next = lmt(credits ? unstaked + amount : unstaked - amount);
  return ok({
    next,
    journals: [{ kind: 'adjusted', at: now, userId, subject: userId, postings }],
    items: [ownerItem(credits ? 'bond' : 'withdraw', userId, userId, amount, now, reason)],
  });
}

/** Burns what a deleted user still holds unstaked. */
export function burnUnstaked(userId: string, unstaked: Lmt, now: Instant): Journal | null {
  if (unstaked === 0n) return null;
  const postings = move(unstakedOf(userId), system('adjusted', 'LMT'), unstaked);
  return { kind: 'adjusted', at: now, userId, subject: userId, postings };
}
