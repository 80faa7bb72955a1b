import { type Session, statement } from '../db/database.ts';

export interface WatchCursor {
  /** Null while the address had no transaction yet. */
  readonly signature: string | null;
  readonly slot: number;
}

const READ = statement(
  'cursor-read',
  'select signature, slot from watch_cursors where address = $1',
);
const START = statement(
  'cursor-start',
  `insert into watch_cursors (address, signature, slot) values ($1, $2, $3)
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

/** Where watching an address begins; nothing where it has begun. */
export async function startCursor(
  session: Session,
  address: string,
  { signature, slot }: WatchCursor,
): Promise<void> {
  await session.query(START, [address, signature, slot]);
}

/** Never goes back, whichever node is faster. */
export async function moveCursor(
  session: Session,
  address: string,
  { signature, slot }: WatchCursor,
): Promise<void> {
  await session.query(MOVE, [address, signature, slot]);
}
