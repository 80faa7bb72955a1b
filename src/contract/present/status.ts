import type { Pause } from '#domain/terms/pause';
import { type Instant, iso } from '#domain/base/time';
import type { Status } from '../protocol.ts';

export function presentStatus(
  pause: Pause | null,
  network: Status['network'],
  now: Instant,
  version: string,
): Status {
  return {
    paused: pause !== null,
    pausedSince: pause && iso(pause.from),
    network,
    now: iso(now),
    version,
  };
}
