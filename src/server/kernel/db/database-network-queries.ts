import type { DatabaseNetwork } from './database-network.ts';
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

/** Null before the very first start. */
export async function readDatabaseNetwork(session: Session): Promise<DatabaseNetwork | null> {
  const [pin] = await session.query<DatabaseNetwork>(READ);
  return pin ?? null;
}

/** Writes a pin down where there is none yet; answers the one that stands, the first ever. */
export async function storeDatabaseNetwork(
  session: Session,
  { network, genesisHash }: DatabaseNetwork,
): Promise<DatabaseNetwork> {
  await session.query(KEEP, [network, genesisHash]);
  return only(await session.query<DatabaseNetwork>(READ));
}
