import type { DatabaseNetwork } from './database-cluster.ts';
import { type Session, only, statement } from './database.ts';

const KEEP = statement(
  'cluster-pin-keep',
  `insert into cluster_pin (network, genesis_hash, pinned_at) values ($1, $2, db_now())
   on conflict do nothing`,
);
const READ = statement(
  'cluster-pin-read',
  'select network, genesis_hash as "genesisHash" from cluster_pin',
);

/** Returns null before the very first start. */
export async function readDatabaseNetwork(session: Session): Promise<DatabaseNetwork | null> {
  const [stored] = await session.query<DatabaseNetwork>(READ);
  return stored ?? null;
}

/** Stores the network unless one is stored. Returns the stored one. */
export async function storeDatabaseNetwork(
  session: Session,
  { network, genesisHash }: DatabaseNetwork,
): Promise<DatabaseNetwork> {
  await session.query(KEEP, [network, genesisHash]);
  return only(await session.query<DatabaseNetwork>(READ));
}
