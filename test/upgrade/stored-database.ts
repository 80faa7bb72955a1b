import { join } from 'node:path';
import { type Database, type Session, statement } from '#server/store/db/database';
import { fromPglite, startEngine } from '#server/store/db/pglite';
import { openPostgres } from '#server/store/db/postgres';

/** A database that no server has open: the one in a data folder, or a PostgreSQL at an address. */
export async function openStored(folder: string, url: string | null): Promise<Database> {
  return url === null ? fromPglite(await startEngine(join(folder, 'database'))) : openPostgres(url);
}

/** Protocol time in milliseconds since 1970, and how much of it is the time machine's. */
export interface Moment {
  readonly now: number;
  readonly offset: bigint;
}

const MOMENT = statement(
  'upgrade-moment',
  'select protocol_now() as now, clock_offset_ms as offset from protocol',
);

export async function readMoment(session: Session): Promise<Moment> {
  const [moment] = await session.query<Moment>(MOMENT);
  if (moment === undefined) throw new Error('the database has no clock');
  return moment;
}

/** Stops the clock: from now on it is `at`, and only the time machine moves it. */
export async function freeze(session: Session, at: number): Promise<void> {
  const { offset } = await readMoment(session);
  const base = new Date(at - Number(offset)).toISOString();
  await session.exec(`create or replace function protocol_time(offset_ms bigint)
    returns timestamptz(3) language sql as $$
      select (timestamptz '${base}' + offset_ms * interval '1 millisecond')::timestamptz(3)
    $$`);
}
