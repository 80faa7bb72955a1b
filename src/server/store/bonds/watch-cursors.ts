import { type Instant, iso } from '#domain/base/time';
import type { Movement } from '#domain/treasury/movement';
import { noteChange } from '../db/changes.ts';
import { type Session, arrayOf, only, statement } from '../db/database.ts';
import { MOVEMENT } from '../entities/movement.ts';
import { arraysOf, namesOf, unnested } from '../entities/rows.ts';

/** How far a watched address has been read. */
export interface WatchCursor {
  readonly address: string;
  /** Newest transaction that was processed; null while the address had none. */
  readonly signature: string | null;
  /** Slot of that transaction; 0 while the address had none. */
  readonly slot: number;
  /** Slot at which watching began: nothing up to it is a payment. */
  readonly startedSlot: number;
  /** Finalized slot that the last complete reconcile pass covered. */
  readonly reconciledSlot: number;
  /** When that pass began; null before the first. */
  readonly reconciledAt: Instant | null;
  /** When the last complete pass over a week began. */
  readonly weekReconciledAt: Instant | null;
  /** What no provider lists after `reconciledSlot`; null if the last pass was complete. */
  readonly unlisted: {
    /** Oldest slot that a provider lists. */
    readonly untilSlot: number;
    readonly since: Instant;
  } | null;
}

/**
 * The slot up to which nothing counts, as a column; null where watching has not begun. A treasury is watched
 * at two addresses; those of one before it were begun with earlier.
 */
export const STARTED_SLOT = `(select min(n.started_slot)::float8 from (
  select w.started_slot from watch_cursors w order by w.started_slot desc limit 2) n)`;

const ALL = statement(
  'cursors-all',
  `select address, signature, slot::float8 as slot, started_slot::float8 as "startedSlot",
     greatest(reconciled_slot, started_slot)::float8 as "reconciledSlot", reconciled_at as "reconciledAt",
     week_reconciled_at as "weekReconciledAt", unlisted_slot::float8 as "unlistedSlot",
     unlisted_since as "unlistedSince"
   from watch_cursors order by address`,
);
/** Cursor and hand-over in one statement: a node that is killed has written both or neither. */
const START = statement(
  'cursor-start',
  `with moved as (insert into movements (${namesOf(MOVEMENT)})
     select r.* from ${unnested(MOVEMENT, 5)} on conflict do nothing)
   insert into watch_cursors
     (address, signature, slot, started_slot, reconciled_slot, reconciled_at, week_reconciled_at)
   select $1, $2, $3, $4, $4, n.now, n.now
   from (select protocol_time(clock_offset_ms) as now from protocol) n
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
const RECONCILED = statement(
  'cursor-reconciled',
  `update watch_cursors set reconciled_slot = $2, reconciled_at = $3,
     week_reconciled_at = case when $4::boolean then $3::timestamptz else week_reconciled_at end,
     unlisted_slot = null, unlisted_since = null
   where address = $1`,
);
const UNLISTED = statement(
  'cursor-unlisted',
  `update watch_cursors set unlisted_slot = $2, unlisted_since = coalesce(unlisted_since, $3)
   where address = $1`,
);

interface Row extends Omit<WatchCursor, 'unlisted'> {
  readonly unlistedSlot: number | null;
  readonly unlistedSince: Instant | null;
}

/** Cursors of all addresses that are watched, or were while the treasury had them. */
export async function readCursors(session: Session): Promise<WatchCursor[]> {
  const rows = await session.query<Row>(ALL);
  return rows.map(({ unlistedSlot: untilSlot, unlistedSince: since, ...row }) => ({
    ...row,
    unlisted: untilSlot === null || since === null ? null : { untilSlot, since },
  }));
}

/** Every address that is watched, or was while the treasury had it. */
export async function watchedAddresses(session: Session): Promise<ReadonlySet<string>> {
  return new Set((await readCursors(session)).map(({ address }) => address));
}

export async function readCursor(session: Session, address: string): Promise<WatchCursor | null> {
  return (await readCursors(session)).find((cursor) => cursor.address === address) ?? null;
}

interface CursorStart extends Pick<WatchCursor, 'signature' | 'slot' | 'startedSlot'> {
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

/** Advances a cursor. It never goes back, whichever node is faster. */
export async function moveCursor(
  session: Session,
  address: string,
  { signature, slot }: { readonly signature: string; readonly slot: number },
): Promise<void> {
  await session.query(MOVE, [address, signature, slot]);
}

/** Records a complete reconcile pass over an address. */
export async function noteReconciled(
  session: Session,
  address: string,
  { slot, at, isWeek }: { readonly slot: number; readonly at: Instant; readonly isWeek: boolean },
): Promise<void> {
  await session.query(RECONCILED, [address, slot, iso(at), isWeek]);
}

/** Records that no provider lists what reached an address before a slot. */
export async function noteUnlisted(
  session: Session,
  address: string,
  { untilSlot, at }: { readonly untilSlot: number; readonly at: Instant },
): Promise<void> {
  await session.query(UNLISTED, [address, untilSlot, iso(at)]);
}
