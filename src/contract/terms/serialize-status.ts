import type { Pause } from '#domain/terms/pause';
import { type Instant, iso } from '#domain/base/time';
import type { Status } from './protocol.ts';

export const serializePause = (pause: Pause | null): Pick<Status, 'paused' | 'pausedSince'> => ({
  paused: pause !== null,
  pausedSince: pause && iso(pause.from),
});

/** Serializes the status; `about` holds what does not change while a server runs. */
export function serializeStatus(
  pause: Pause | null,
  now: Instant,
  about: Omit<Status, 'paused' | 'pausedSince' | 'now'>,
): Status {
  return { ...serializePause(pause), now: iso(now), ...about };
}
