import type { Pause } from '#domain/terms/pause';
import { type Instant, iso } from '#domain/base/time';
import { noteChange } from '../db/changes.ts';
import { type Session, statement } from '../db/database.ts';
import { lock } from '../db/locks.ts';
import { readPauses } from './terms.ts';

const SWITCH = statement(
  'pause-switch',
  `with switched as (insert into pause_events (at, paused) values ($1, $2))
   update protocol set terms_version = terms_version + 1`,
);

/** All pauses, held against any other switching until the caller's transaction ends. */
export async function lockPauses(transaction: Session): Promise<Pause[]> {
  await lock(transaction, 'pauses');
  return readPauses(transaction);
}

export async function switchPause(
  transaction: Session,
  paused: boolean,
  now: Instant,
): Promise<void> {
  await transaction.query(SWITCH, [iso(now), paused]);
  noteChange(transaction, { topics: ['status', 'protocol'] });
}
