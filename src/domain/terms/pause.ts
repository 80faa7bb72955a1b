import { type Instant, later } from '../base/time.ts';

/** A stop of user operations, [from, to); `to` is null while it lasts. */
export interface Pause {
  readonly from: Instant;
  readonly to: Instant | null;
}

/** The pause that covers an instant, or null. */
export function pauseAt(pauses: readonly Pause[], at: Instant): Pause | null {
  return pauses.find((p) => p.from <= at && (p.to === null || at < p.to)) ?? null;
}

/**
 * When a window that opens at `opens` and would close at `closes` really closes, after every pause
 * that took time from it: what was left of it when the pause began is left when the pause ends.
 * Null while a running pause holds it open.
 *
 * @example // opens 10:00, closes 22:00, paused 12:00 to 15:00: closes 15:00 + 10 h = 01:00
 */
export function windowEnd(
  opens: Instant,
  closes: Instant,
  pauses: readonly Pause[],
): Instant | null {
  let end = closes;
  for (const { from, to } of pauses) {
    if (end <= from) break;
    if (to === null) return null;
    if (opens < to) end = (to + (end - later(opens, from))) as Instant;
  }
  return end;
}
