import type { Day } from '#proof/files/day';
import { HASH_BYTES } from '#proof/tree/record';
import { type Session, statement } from '../db/database.ts';

/** Rows of 40 bytes of a day: what is owed to each wallet, or the leaves of the tree. */
export type ChunkKind = 'wallet' | 'leaf';

export interface Chunk {
  readonly day: Day;
  readonly kind: ChunkKind;
  readonly number: number;
  readonly records: Uint8Array;
  /** Of a chunk of leaves. */
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

/** Writes a chunk down, unless it is there. */
export async function addChunk(session: Session, chunk: Chunk): Promise<void> {
  const { day, kind, number, records, root } = chunk;
  const first = base64(records.subarray(0, HASH_BYTES));
  await session.query(ADD, [day, kind, number, first, base64(records), root && base64(root)]);
}

/** The chunk that a wallet or a leaf's hash is in, if it is in one at all. */
export async function chunkHolding(
  session: Session,
  { day, kind }: Pick<Chunk, 'day' | 'kind'>,
  key: Uint8Array,
): Promise<Pick<Chunk, 'number' | 'records'> | null> {
  const [row] = await session.query<Row>(HOLDING, [day, kind, base64(key)]);
  return row ? readChunk(row) : null;
}

/** The chunks of a day in their order, a few at a time. */
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

/** The roots of a day's chunks of leaves, as records in a row. */
export async function chunkRoots(session: Session, day: Day): Promise<Uint8Array> {
  const [row] = await session.query<{ roots: string | null }>(ROOTS, [day]);
  return bytesOf(row?.roots ?? '');
}

/** Forgets the wallets and leaves of days before one. What was published of those days stays. */
export async function forgetChunks(session: Session, before: Day): Promise<void> {
  await session.query(FORGET, [before]);
}
