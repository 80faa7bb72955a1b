import type { Day } from '#proof/files/day';
import { HASH_BYTES } from '#proof/tree/record';
import { type Session, statement } from '../kernel/db/database.ts';

/** Kind of a day's records: what is owed to each wallet, or the leaves of the tree. */
export type ChunkKind = 'wallet' | 'leaf';

export interface Chunk {
  readonly day: Day;
  readonly kind: ChunkKind;
  readonly number: number;
  readonly records: Uint8Array;
  /** Root of a chunk of leaves; null for wallets. */
  readonly root: Uint8Array | null;
}

const ADD = statement(
  'proof-chunk-add',
  `insert into proof_chunks (day, kind, number, first, records, root)
   values ($1, $2, $3, decode($4, 'base64'), decode($5, 'base64'), decode($6, 'base64'))
   on conflict (day, kind, number) do nothing`,
);
const COLUMNS = `number, encode(records, 'base64') as records`;
const HOLDING = statement(
  'proof-chunk-holding',
  `select ${COLUMNS} from proof_chunks where day = $1 and kind = $2 and first <= decode($3, 'base64')
   order by first desc limit 1`,
);
const FROM = statement(
  'proof-chunks-from',
  `select ${COLUMNS} from proof_chunks where day = $1 and kind = $2 and number >= $3
   order by number limit $4`,
);
const ROOTS = statement(
  'proof-chunk-roots',
  `select encode(string_agg(root, ''::bytea order by number), 'base64') as roots
   from proof_chunks where day = $1 and kind = 'leaf'`,
);
const FORGET = statement('proof-chunks-forget', 'delete from proof_chunks where day < $1');

interface Row {
  readonly number: number;
  readonly records: string;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
const readChunk = ({ number, records }: Row) => ({ number, records: bytesOf(records) });

/** Inserts a chunk unless it exists. */
export async function addChunk(session: Session, chunk: Chunk): Promise<void> {
  const { day, kind, number, records, root } = chunk;
  const first = base64(records.subarray(0, HASH_BYTES));
  await session.query(ADD, [day, kind, number, first, base64(records), root && base64(root)]);
}

/** Returns the chunk whose range includes a wallet or a leaf's hash; null if there is none. */
export async function chunkHolding(
  session: Session,
  { day, kind }: Pick<Chunk, 'day' | 'kind'>,
  key: Uint8Array,
): Promise<Pick<Chunk, 'number' | 'records'> | null> {
  const [row] = await session.query<Row>(HOLDING, [day, kind, base64(key)]);
  return row ? readChunk(row) : null;
}

/** Reads the chunks of a day in order, a few at a time. */
export async function* chunksFrom(
  session: Session,
  { day, kind }: Pick<Chunk, 'day' | 'kind'>,
  batch: number,
): AsyncGenerator<readonly Uint8Array[]> {
  for (let next = 0; ; next += batch) {
    const rows = await session.query<Row>(FROM, [day, kind, next, batch]);
    if (rows.length > 0) yield rows.map((row) => readChunk(row).records);
    if (rows.length < batch) return;
  }
}

/** Returns the roots of a day's chunks of leaves, as records in a row. */
export async function chunkRoots(session: Session, day: Day): Promise<Uint8Array> {
  const [row] = await session.query<{ roots: string | null }>(ROOTS, [day]);
  return bytesOf(row?.roots ?? '');
}

/** Deletes the wallets and leaves of days before a day. Their published figures stay. */
export async function forgetChunks(session: Session, before: Day): Promise<void> {
  await session.query(FORGET, [before]);
}
