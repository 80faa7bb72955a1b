import { type Database, only, statement } from './database.ts';

/** About ten thousand users: going over fewer costs no more than a few milliseconds. */
const LARGE_BYTES = 8_000_000n;
/** How long one that is not large is taken for that without looking. */
const LOOK_MS = 5_000;

const SIZE = statement(
  'store-size',
  `select sum(pg_relation_size(name::regclass))::bigint as bytes
   from unnest(array['users', 'balances', 'bonds', 'vaults', 'history']) as name`,
);
const known = new WeakMap<Database, { readonly isLarge: boolean; readonly at: number }>();

/** Whether there is so much in a database that going over all of it takes long; what is large stays so. */
export async function isLarge(database: Database): Promise<boolean> {
  const before = known.get(database);
  if (before && (before.isLarge || performance.now() - before.at < LOOK_MS)) return before.isLarge;
  const { bytes } = only(await database.query<{ bytes: bigint }>(SIZE));
  known.set(database, { isLarge: bytes >= LARGE_BYTES, at: performance.now() });
  return bytes >= LARGE_BYTES;
}
