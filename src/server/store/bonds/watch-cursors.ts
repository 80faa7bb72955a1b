import { type Instant, iso } from '#domain/base/time';
import type { Movement } from '#domain/treasury/movement';
import { noteChange } from '../db/changes.ts';
import { type Session, arrayOf, only, statement } from '../db/database.ts';
import { MOVEMENT } from '../entities/movement.ts';
import { arraysOf, namesOf, unnested } from '../entities/rows.ts';

export interface WatchCursor {
  /** Null while the address had no transaction yet. */
  readonly signature: string | null;
  readonly slot: number;
}

/** How far an address has been read. */
export interface ReadCursor extends WatchCursor {
  /** Up to this slot nothing of the address can be missing. */
  readonly knownSlot: number;
  /** Where watching it began: what reached it up to then is no payment. */
  readonly startedSlot: number;
  /** When its last days were gone over again; null where they never were. */
  readonly scannedAt: Instant | null;
}

/**
 * The slot up to which nothing counts, as a column; null where watching has not begun. A treasury is watched
 * at two addresses; those of one before it were begun with earlier.
 */
export const STARTED_SLOT = `(select min(n.started_slot)::float8 from (
  select w.started_slot from watch_cursors w order by w.started_slot desc limit 2) n)`;

const READ = statement(
  'cursor-read',
  `select signature, slot::float8 as slot, greatest(slot, known_slot)::float8 as "knownSlot",
     started_slot::float8 as "startedSlot", scanned_at as "scannedAt"
   from watch_cursors where address = $1`,
);
/** Cursor and hand-over in one statement: a node that is killed has written both or neither. */
const START = statement(
  'cursor-start',
  `with moved as (insert into movements (${namesOf(MOVEMENT)})
     select r.* from ${unnested(MOVEMENT, 5)} on conflict do nothing)
   insert into watch_cursors (address, signature, slot, started_slot, known_slot, scanned_at)
   values ($1, $2, $3, $4, $4, (select protocol_time(clock_offset_ms) from protocol))
   on conflict do nothing`,
);
const FOLLOWED = statement(
  'cursor-followed',
  `select max(o.started_slot)::float8 as slot from watch_cursors w join watch_cursors o
     on o.started_slot > w.started_slot and o.address <> all($2::text::text[])
   where w.address = $1`,
);
/** The same for an address that the treasury had before. */
const RESUME = statement(
  'cursor-resume',
  `with resumed as (update watch_cursors set started_slot = $2
     where address = $1 and started_slot < $2::bigint returning address)
   insert into movements (${namesOf(MOVEMENT)})
   select r.* from ${unnested(MOVEMENT, 3)} where exists (select from resumed)`,
);
const MOVE = statement(
  'cursor-move',
  `update watch_cursors set signature = $2, slot = $3 where address = $1 and slot <= $3`,
);
const KNOW = statement(
  'cursor-know',
  `update watch_cursors set known_slot = $2 where address = $1
     and (known_slot < $2::bigint - 1000 or known_slot > $3::bigint)`,
);
const SCANNED = statement(
  'cursor-scanned',
  'update watch_cursors set scanned_at = $2 where address = $1',
);

const WATCHED = statement('cursors-watched', 'select address from watch_cursors');

/** Every address that is watched, or was while the treasury had it. */
export async function watchedAddresses(session: Session): Promise<ReadonlySet<string>> {
  const rows = await session.query<{ address: string }>(WATCHED);
  return new Set(rows.map(({ address }) => address));
}

export async function readCursor(session: Session, address: string): Promise<ReadCursor | null> {
  return (await session.query<ReadCursor>(READ, [address]))[0] ?? null;
}

interface CursorStart extends WatchCursor {
  readonly startedSlot: number;
  /** What the account holds otherwise than the one before it. */
  readonly moved: readonly Movement[];
}

/** Where watching an address begins, and how far the chain had come; nothing where it has begun. */
export async function startCursor(
  session: Session,
  address: string,
  { signature, slot, startedSlot, moved }: CursorStart,
): Promise<void> {
  await session.query(START, [address, signature, slot, startedSlot, ...arraysOf(MOVEMENT, moved)]);
  if (moved.length > 0) noteChange(session, { topics: ['admin'] });
}

/**
 * Where watching another treasury began that took the place of an address; null where none did since that
 * was last begun with. `own` are the addresses of the treasury as it is now.
 */
export async function followedAt(
  session: Session,
  address: string,
  own: readonly string[],
): Promise<number | null> {
  const params = [address, arrayOf(own)];
  return only(await session.query<{ slot: number | null }>(FOLLOWED, params)).slot;
}

/** An address is the treasury's again, from where another one took its place; nothing where it was said already. */
export async function resumeCursor(
  session: Session,
  address: string,
  { startedSlot, moved }: Pick<CursorStart, 'startedSlot' | 'moved'>,
): Promise<void> {
  await session.query(RESUME, [address, startedSlot, ...arraysOf(MOVEMENT, moved)]);
  if (moved.length > 0) noteChange(session, { topics: ['admin'] });
}

/** Never goes back, whichever node is faster. */
export async function moveCursor(
  session: Session,
  address: string,
  { signature, slot }: WatchCursor,
): Promise<void> {
  await session.query(MOVE, [address, signature, slot]);
}

/**
 * Everything of an address up to a slot has been dealt with, or stands as a gap. Written down every few
 * minutes: what providers remember is days. It goes back only from a slot that the chain cannot have reached.
 */
export async function knowUntil(
  session: Session,
  address: string,
  { slot, reachable }: { readonly slot: number; readonly reachable: number | null },
): Promise<void> {
  await session.query(KNOW, [address, slot, reachable]);
}

/** The last days of an address were gone over again. */
export async function noteScan(session: Session, address: string, at: Instant): Promise<void> {
  await session.query(SCANNED, [address, iso(at)]);
}
