import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, iso, laterOf } from '../base/time.ts';

/** Stop of user operations in [from, to); `to` is null while it lasts. */
export interface Pause {
  readonly from: Instant;
  readonly to: Instant | null;
}

/** Beginning or end of a pause. */
export interface PauseSwitch {
  readonly at: Instant;
  readonly paused: boolean;
}

/** Builds pauses from switches in order. Ignores switches to the current state. */
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

/** Returns the switch that pauses or resumes now, dated no earlier than the last one; null if nothing changes. */
export function switchPause(
  pauses: readonly Pause[],
  paused: boolean,
  now: Instant,
): PauseSwitch | null {
  const last = pauses.at(-1);
  if ((last?.to === null) === paused) return null;
  return { at: last ? laterOf(now, last.to ?? last.from) : now, paused };
}

/** Returns the pause active at `at`, or null. An open pause always matches, even if clock skew put its start later. */
export function pauseAt(pauses: readonly Pause[], at: Instant): Pause | null {
  return pauses.find((p) => p.to === null || (p.from <= at && at < p.to)) ?? null;
}

export function checkPaused(pauses: readonly Pause[], at: Instant): Result<null> {
  const pause = pauseAt(pauses, at);
  return pause ? refuse('PAUSED', { since: iso(pause.from) }) : ok(null);
}

/**
 * Returns the end of a window from `opens` to `closes`, extended by pauses: the time left when a pause began is
 * left when it ends. Null while an open pause extends it.
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
    if (opens < to) end = (to + (end - laterOf(opens, from))) as Instant;
  }
  return end;
}
