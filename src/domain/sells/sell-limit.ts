import { type Lmt, lmt } from '../base/money.ts';
import { type Instant, after } from '../base/time.ts';
import { SELL_LIMIT_DIVISOR, SELL_PERIOD_MS } from '../terms/terms.ts';

/** Current sell period: the amount sold in it, and the time of the request that opened it. */
export interface SellPeriod {
  readonly sold: Lmt;
  readonly startedAt: Instant | null;
}

/** Returns the period as of now. It ends after seven days. */
export function periodAt(period: SellPeriod, now: Instant): SellPeriod {
  if (period.startedAt === null || now >= after(period.startedAt, SELL_PERIOD_MS)) {
    return { sold: lmt(0n), startedAt: period.startedAt };
  }
  return period;
}

/** Returns the instant at which the limit resets; null if it is not used up. */
export function limitResetsAt(period: SellPeriod, now: Instant): Instant | null {
  const { sold, startedAt } = periodAt(period, now);
  return sold > 0n && startedAt !== null ? after(startedAt, SELL_PERIOD_MS) : null;
}

/** Returns the LMT that one request may sell: half of the unstaked balance, once per period. */
export function remainingLimit(unstaked: Lmt, period: SellPeriod, now: Instant): Lmt {
  return limitResetsAt(period, now) === null ? lmt(unstaked / SELL_LIMIT_DIVISOR) : lmt(0n);
}
