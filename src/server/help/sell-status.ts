import { messageOf } from '#domain/base/errors';
import { formatAmount } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import { type Seller, isOpenSell, sellEligibility } from '#domain/sells/sell';
import { limitResetsAt, remainingLimit } from '#domain/sells/sell-limit';
import { pauseAt } from '#domain/terms/pause';
import type { Terms } from '#domain/terms/terms';
import { groupThousands } from '#domain/base/group-thousands';
import { formatInstant } from './format-text.ts';

/** Returns a sentence on whether the user can sell now: how much, or the first rule that prevents it. */
export function sellStatusText(seller: Seller, terms: Terms, now: Instant): string {
  const pause = pauseAt(terms.pauses, now);
  if (pause) {
    return `You can't sell right now: the protocol has been paused since ${formatInstant(pause.from)}. Selling waits until it resumes.`;
  }
  const open = seller.sells.find(isOpenSell);
  if (open) {
    const amount = groupThousands(formatAmount('LMT', open.amount));
    return `You have a sell request of ${amount} LMT pending, and only one can be at a time: wait for its outcome, or cancel it while it is pending.`;
  }
  const eligible = sellEligibility(seller, terms, now);
  if (!eligible.ok) return `You can't sell right now: '${messageOf(eligible.refusal)}'.`;
  const resetsAt = limitResetsAt(seller.period, now);
  if (resetsAt !== null) {
    return `You can't sell right now: your limit is used up. It is new from ${formatInstant(resetsAt)}.`;
  }
  const most = groupThousands(
    formatAmount('LMT', remainingLimit(seller.unstaked, seller.period, now)),
  );
  return `You can sell right now, up to ${most} LMT.`;
}
