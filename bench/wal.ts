import { type Session, only, statement } from '#server/kernel/db/database';

const WRITTEN = statement(
  'bench-wal',
  `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as bytes`,
);

/** Bytes that the server has written ahead so far. */
export async function walBytes(session: Session): Promise<number> {
  return Number(only(await session.query<{ bytes: bigint }>(WRITTEN)).bytes);
}
