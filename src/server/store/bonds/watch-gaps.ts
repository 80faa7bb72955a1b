import { type Instant, iso } from '#domain/base/time';
import { newId } from '../db/ids.ts';
import { type Session, statement } from '../db/database.ts';
import type { WatchCursor } from './watch-cursors.ts';

/** A stretch of an address's history that no provider had, both ends left out. */
export interface WatchGap {
  readonly id: string;
  readonly address: string;
  /** Up to here nothing is missing. */
  readonly since: WatchCursor;
  /** From here on nothing is missing; without a signature, nothing was listed after the gap. */
  readonly until: WatchCursor;
  readonly foundAt: Instant;
}

/** The end of a gap moves on while nothing after it has been dealt with. */
const OPEN = statement(
  'gap-open',
  `insert into watch_gaps as g
     (id, address, since_signature, since_slot, until_signature, until_slot, found_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (address, since_slot) do update
     set until_signature = excluded.until_signature, until_slot = excluded.until_slot
     where g.closed_at is null and g.until_slot < excluded.until_slot`,
);
const LIST = statement(
  'gaps-open',
  `select id, address, json_build_object('signature', since_signature, 'slot', since_slot) as since,
     json_build_object('signature', until_signature, 'slot', until_slot) as until, found_at as "foundAt"
   from watch_gaps where closed_at is null order by found_at, id`,
);
const CLOSE = statement('gap-close', 'update watch_gaps set closed_at = $2 where id = $1');

export async function openGap(
  session: Session,
  { address, since, until, foundAt }: Omit<WatchGap, 'id'>,
): Promise<void> {
  const ends = [since.signature, since.slot, until.signature, until.slot];
  await session.query(OPEN, [newId(foundAt), address, ...ends, iso(foundAt)]);
}

/** Gaps that are not closed, oldest first. */
export async function openGaps(session: Session): Promise<WatchGap[]> {
  return session.query(LIST);
}

/** What no provider had was found, and dealt with. */
export async function closeGap(session: Session, id: string, at: Instant): Promise<void> {
  await session.query(CLOSE, [id, iso(at)]);
}
