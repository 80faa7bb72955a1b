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

/** Says whether going over all of a database takes long; a database that is large stays so. */
export function sizeProbe(database: Database): () => Promise<boolean> {
  let isLarge = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (isLarge || performance.now() - lookedAt < LOOK_MS) return isLarge;
    const { bytes } = only(await database.query<{ bytes: bigint }>(SIZE));
    isLarge = bytes >= LARGE_BYTES;
    lookedAt = performance.now();
    return isLarge;
  };
}
