import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, iso, later } from '../base/time.ts';

/** A stop of user operations, [from, to); `to` is null while it lasts. */
export interface Pause {
  readonly from: Instant;
  readonly to: Instant | null;
}

/** One switching of the pause, on or off. */
export interface PauseSwitch {
  readonly at: Instant;
  readonly paused: boolean;
}

/** Pauses from the switchings on and off, in order; switching to what already is changes nothing. */
export function pausesOf(switches: readonly PauseSwitch[]): Pause[] {
  const pauses: Pause[] = [];
  for (const { at, paused } of switches) {
    const last = pauses.at(-1);
    const isPaused = last?.to === null;
    if (paused && !isPaused) pauses.push({ from: at, to: null });
    if (!paused && last && isPaused) pauses[pauses.length - 1] = { from: last.from, to: at };
  }
  return pauses;
}

/** The switching that pauses or resumes from now on, never behind the last one; null where it is so already. */
export function switchPause(
  pauses: readonly Pause[],
  paused: boolean,
  now: Instant,
): PauseSwitch | null {
  const last = pauses.at(-1);
  if ((last?.to === null) === paused) return null;
  return { at: last ? later(now, last.to ?? last.from) : now, paused };
}

/** The pause that covers an instant, or null. One that runs does, also where a clock that was ahead began it. */
export function pauseAt(pauses: readonly Pause[], at: Instant): Pause | null {
  return pauses.find((p) => p.to === null || (p.from <= at && at < p.to)) ?? null;
}

/** Refuses what users do while it is paused. */
export function checkPaused(pauses: readonly Pause[], at: Instant): Result<null> {
  const pause = pauseAt(pauses, at);
  return pause ? refuse('PAUSED', { since: iso(pause.from) }) : ok(null);
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
