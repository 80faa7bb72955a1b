import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exclusively } from './transactions.ts';
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

/** Brings the schema up to date, each migration once, all or nothing; answers how many were new. */
export async function migrate(database: Database, folder: string): Promise<number> {
  const migrations = await migrationsIn(folder);
  return exclusively(database, 'migrations', async (session) => {
    const [table] = await session.query<{ exists: boolean }>(HAS_TABLE);
    // A role that owns nothing may start on a schema that is up to date.
    if (!table?.exists) await session.exec(TABLE);
    return apply(session, migrations);
  });
}

async function apply(session: Session, migrations: readonly Migration[]): Promise<number> {
  const rows = await session.query<{ number: number; sha256: string }>(APPLIED);
  const applied = new Map(rows.map((row) => [row.number, row.sha256]));
  const newest = Math.max(0, ...applied.keys());
  const known = Math.max(0, ...migrations.map(({ number }) => number));
  if (newest > known)
    throw new Error(`the database is newer (${newest}) than this version (${known})`);
  let made = 0;
  for (const { number, name, script, sha256 } of migrations) {
    const before = applied.get(number);
    if (before !== undefined && before !== sha256) {
      throw new Error(`migration ${name} was changed after it was applied`);
    }
    if (before !== undefined) continue;
    await session.exec(script);
    await session.query(RECORD, [number, name, sha256]);
    made += 1;
  }
  return made;
}
