import { type Session, statement } from '../db/database.ts';

export interface WatchCursor {
  /** Null while the address had no transaction yet. */
  readonly signature: string | null;
  readonly slot: number;
}

/** The slot up to which nothing counts, as a column; null where watching has not begun. */
export const STARTED_SLOT = '(select min(w.started_slot) from watch_cursors w)';
export const startedSlotOf = (row: { readonly started_slot: bigint | null }): number | null =>
  row.started_slot === null ? null : Number(row.started_slot);

const READ = statement(
  'cursor-read',
  'select signature, slot from watch_cursors where address = $1',
);
const START = statement(
  'cursor-start',
  `insert into watch_cursors (address, signature, slot, started_slot) values ($1, $2, $3, $4)
   on conflict do nothing`,
);
const MOVE = statement(
  'cursor-move',
  `update watch_cursors set signature = $2, slot = $3 where address = $1 and slot <= $3`,
);

export async function readCursor(session: Session, address: string): Promise<WatchCursor | null> {
  const [row] = await session.query<{ signature: string | null; slot: bigint }>(READ, [address]);
  return row ? { signature: row.signature, slot: Number(row.slot) } : null;
}

/** Where watching an address begins, and how far the chain had come; nothing where it has begun. */
export async function startCursor(
  session: Session,
  address: string,
  { signature, slot, startedSlot }: WatchCursor & { readonly startedSlot: number },
): Promise<void> {
  await session.query(START, [address, signature, slot, startedSlot]);
}

/** Never goes back, whichever node is faster. */
export async function moveCursor(
  session: Session,
  address: string,
  { signature, slot }: WatchCursor,
): Promise<void> {
  await session.query(MOVE, [address, signature, slot]);
}
