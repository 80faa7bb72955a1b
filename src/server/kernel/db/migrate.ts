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

/** Reads the numbered SQL files of a folder, in order. */
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
 * Lock timeout of a migration, and pause before its retry. The timeout is below PostgreSQL's deadlock_timeout of a
 * second, so that a deadlock ends the migration and no request.
 */
interface RetryOptions {
  readonly lockMs: number;
  readonly againMs: number;
}

const RETRY: RetryOptions = { lockMs: 800, againMs: 2_000 };
/** Several minutes, which no request holds a table for. */
const TRIES_MAX = 100;

/**
 * Applies the missing migrations in one transaction. Returns their number. Nodes of the previous version keep
 * running, and their queries queue behind a migration that waits for a table. So a migration that does not get a
 * table soon is rolled back and retried.
 */
export async function migrate(database: Database, folder: string, retry = RETRY): Promise<number> {
  const migrations = await migrationsIn(folder);
  for (let tries = 1; ; tries += 1) {
    try {
      return await migrated(database, migrations, retry.lockMs);
    } catch (error) {
      if (tries >= TRIES_MAX || !isLockConflict(error)) throw error;
      await sleep(retry.againMs);
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
    // Conditional, so that a role without ownership can start on an up-to-date schema.
    if (!table?.exists) await session.exec(TABLE);
    return apply(session, migrations);
  };
  return withLock(database, { name: 'migrations', takesLong: true }, work);
}

const LOCK_TIMEOUT = '55P03';
const DEADLOCK = '40P01';

/** True if a migration failed because other transactions hold its locks. */
const isLockConflict = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === LOCK_TIMEOUT || error.code === DEADLOCK);

/** Compares a database's migrations with those of a folder. Changes nothing. */
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

/** Returns why the applied migrations do not match the files; null if they do. */
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
