import { type Instant, iso } from '#domain/base/time';
import type { Movement } from '#domain/treasury/movement';
import { noteChange } from '../kernel/db/note-change.ts';
import { type Session, arrayOf, only, statement } from '../kernel/db/database.ts';
import { MOVEMENT } from '../kernel/entities/movement.ts';
import { arraysOf, namesOf, unnested } from '../kernel/entities/rows.ts';

/** Progress of reading a watched address. */
export interface WatchCursor {
  readonly address: string;
  /** Newest transaction that was processed; null while the address had none. */
  readonly signature: string | null;
  /** Slot of that transaction; 0 while the address had none. */
  readonly slot: number;
  /** Slot at which watching began. Transactions up to this slot are no payments. */
  readonly startedSlot: number;
  /** Finalized slot that the last complete reconcile pass covered. */
  readonly reconciledSlot: number;
  /** When that pass began; null before the first. */
  readonly reconciledAt: Instant | null;
  /** When the last complete pass over a week began. */
  readonly weekReconciledAt: Instant | null;
  /** Range after `reconciledSlot` that no provider lists; null if the last pass was complete. */
  readonly unlisted: {
    /** Oldest slot that a provider lists. */
    readonly untilSlot: number;
    readonly since: Instant;
  } | null;
}

/**
 * Slot up to which no transaction counts, as a column; null before watching has begun. The current treasury
 * has the two newest cursors; cursors of earlier treasuries started before.
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
/** One statement, so that a killed node has written either both the cursor and the hand-over, or neither. */
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
/** Restarts an address that an earlier treasury had, with its hand-over. */
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

/** Returns the cursors of all addresses of the current treasury and of earlier ones. */
export async function readCursors(session: Session): Promise<WatchCursor[]> {
  const rows = await session.query<Row>(ALL);
  return rows.map(({ unlistedSlot: untilSlot, unlistedSince: since, ...row }) => ({
    ...row,
    unlisted: untilSlot === null || since === null ? null : { untilSlot, since },
  }));
}

/** Returns all addresses of the current treasury and of earlier ones. */
export async function watchedAddresses(session: Session): Promise<ReadonlySet<string>> {
  return new Set((await readCursors(session)).map(({ address }) => address));
}

export async function readCursor(session: Session, address: string): Promise<WatchCursor | null> {
  return (await readCursors(session)).find((cursor) => cursor.address === address) ?? null;
}

interface CursorStart extends Pick<WatchCursor, 'signature' | 'slot' | 'startedSlot'> {
  /** Hand-over: differences between the account's balance and that of the account before it. */
  readonly moved: readonly Movement[];
}

/** Starts watching an address at the chain's current slot; does nothing if it has been started. */
export async function startCursor(
  session: Session,
  address: string,
  { signature, slot, startedSlot, moved }: CursorStart,
): Promise<void> {
  await session.query(START, [address, signature, slot, startedSlot, ...arraysOf(MOVEMENT, moved)]);
  if (moved.length > 0) noteChange(session, { topics: ['admin'] });
}

/**
 * Returns the slot at which watching began for the newest other treasury that replaced an address; null if
 * none replaced it since its last start. `own` are the addresses of the current treasury.
 */
export async function followedAt(
  session: Session,
  address: string,
  own: readonly string[],
): Promise<number | null> {
  const params = [address, arrayOf(own)];
  return only(await session.query<{ slot: number | null }>(FOLLOWED, params)).slot;
}

/** Starts watching again an address that another treasury had replaced; does nothing if it was resumed already. */
export async function resumeCursor(
  session: Session,
  address: string,
  { startedSlot, moved }: Pick<CursorStart, 'startedSlot' | 'moved'>,
): Promise<void> {
  await session.query(RESUME, [address, startedSlot, ...arraysOf(MOVEMENT, moved)]);
  if (moved.length > 0) noteChange(session, { topics: ['admin'] });
}

/** Advances a cursor. A cursor never moves back, even if several nodes advance it. */
export async function moveCursor(
  session: Session,
  address: string,
  { signature, slot }: { readonly signature: string; readonly slot: number },
): Promise<void> {
  await session.query(MOVE, [address, signature, slot]);
}

export async function noteReconciled(
  session: Session,
  address: string,
  { slot, at, isWeek }: { readonly slot: number; readonly at: Instant; readonly isWeek: boolean },
): Promise<void> {
  await session.query(RECONCILED, [address, slot, iso(at), isWeek]);
}

/** Records that no provider lists the transactions of an address before a slot. */
export async function noteUnlisted(
  session: Session,
  address: string,
  { untilSlot, at }: { readonly untilSlot: number; readonly at: Instant },
): Promise<void> {
  await session.query(UNLISTED, [address, untilSlot, iso(at)]);
}
