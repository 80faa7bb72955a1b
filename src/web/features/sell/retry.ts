import type { SellJson } from '#contract/sells';
import { sellAgainUntil } from '#domain/sells/sell';
import { type Instant, instant } from '#domain/base/time';

import { pendingSell } from '../../flows/next-step/positions.ts';

/** Until when the user may ask without an open window; null where no such time is running. */
export function retryUntil(sells: readonly SellJson[], now: number): Instant | null {
  const at = instant(Math.floor(now));
  const ends = sells.map(pendingSell).flatMap((sell) => {
    const ended = { sells: [sell], payoutFailedAt: sell.payoutFailedAt };
    return sellAgainUntil(ended, at) ?? [];
  });
  return ends.length === 0 ? null : instant(Math.max(...ends));
}
