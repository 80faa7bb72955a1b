import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from './transactions.ts';
import { type Database, type Session, statement } from './database.ts';

const APPLIED = statement('migrations-applied', 'select number, sha256 from schema_migrations');
const RECORD = statement(
  'migration-record',
  'insert into schema_migrations (number, name, sha256) values ($1, $2, $3)',
);

const HAS_TABLE = statement(
  'migrations-table',
  `select to_regclass('schema_migrations') is not null as exists`,
);
const TABLE = `create table schema_migrations (
  number integer primary key, name text not null, sha256 text not null,
  applied_at timestamptz(3) not null default now())`;

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly script: string;
  readonly sha256: string;
}

/** The numbered SQL files of a folder, in order. */
async function migrationsIn(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(join(folder, name), 'utf8');
      const sha256 = createHash('sha256').update(script).digest('hex');
      return { number: Number(name.slice(0, 4)), name, script, sha256 };
    }),
  );
}

/**
 * How long a table that others use is waited for, and after which pause it is tried again. It is less than
 * PostgreSQL's deadlock_timeout of a second: where both wait for each other, no request is ended for it.
 */
interface Waits {
  readonly lockMs: number;
  readonly againMs: number;
}

const WAITS: Waits = { lockMs: 800, againMs: 2_000 };
/** Minutes: what holds a table for longer is no request. */
const TRIES_MAX = 100;

/**
 * Brings the schema up to date, each migration once, all or nothing; answers how many were new. Nodes of
 * the version before go on meanwhile: a query of a table that a migration waits for waits behind it,
 * so a migration that does not get a table soon gives way, and begins again.
 */
export async function migrate(database: Database, folder: string, waits = WAITS): Promise<number> {
  const migrations = await migrationsIn(folder);
  for (let tries = 1; ; tries += 1) {
    try {
      return await migrated(database, migrations, waits.lockMs);
    } catch (error) {
      if (tries >= TRIES_MAX || !gaveWay(error)) throw error;
      await sleep(waits.againMs);
    }
  }
}

function migrated(
  database: Database,
  migrations: readonly Migration[],
  lockMs: number,
): Promise<number> {
  const work = async (session: Session): Promise<number> => {
    await session.exec(`set local lock_timeout = ${lockMs}`);
    const [table] = await session.query<{ exists: boolean }>(HAS_TABLE);
    // A role that owns nothing may start on a schema that is up to date.
    if (!table?.exists) await session.exec(TABLE);
    return apply(session, migrations);
  };
  return withLock(database, { name: 'migrations', takesLong: true }, work);
}

const LOCK_TIMEOUT = '55P03';
const DEADLOCK = '40P01';

/** Whether a migration has ended because others use what it needs. */
const gaveWay = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === LOCK_TIMEOUT || error.code === DEADLOCK);

/** Which migrations a database has, and what is wrong with them; changes nothing. */
export async function migrationsState(
  database: Database,
  folder: string,
): Promise<{
  readonly applied: number;
  readonly missing: number;
  readonly problem: string | null;
}> {
  const migrations = await migrationsIn(folder);
  const [table] = await database.query<{ exists: boolean }>(HAS_TABLE);
  const applied = table?.exists ? await readApplied(database) : new Map<number, string>();
  const missing = migrations.filter(({ number }) => !applied.has(number)).length;
  return { applied: applied.size, missing, problem: problemOf(applied, migrations) };
}

type Applied = ReadonlyMap<number, string>;

async function readApplied(session: Session): Promise<Applied> {
  const rows = await session.query<{ number: number; sha256: string }>(APPLIED);
  return new Map(rows.map((row) => [row.number, row.sha256]));
}

/** Why these migrations do not fit what was applied; null where they do. */
function problemOf(applied: Applied, migrations: readonly Migration[]): string | null {
  const newest = Math.max(0, ...applied.keys());
  const known = Math.max(0, ...migrations.map(({ number }) => number));
  if (newest > known) return `the database is newer (${newest}) than this version (${known})`;
  const changed = migrations.find(({ number, sha256 }) => {
    const before = applied.get(number);
    return before !== undefined && before !== sha256;
  });
  return changed ? `migration ${changed.name} was changed after it was applied` : null;
}

async function apply(session: Session, migrations: readonly Migration[]): Promise<number> {
  const applied = await readApplied(session);
  const problem = problemOf(applied, migrations);
  if (problem !== null) throw new Error(problem);
  const missing = migrations.filter(({ number }) => !applied.has(number));
  for (const { number, name, script, sha256 } of missing) {
    await session.exec(script);
    await session.query(RECORD, [number, name, sha256]);
  }
  return missing.length;
}
