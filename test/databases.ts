import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { beforeAll, describe } from 'vitest';
import type { Database } from '#server/kernel/db/database';
import { migrate } from '#server/kernel/db/migrate';
import { fromPglite, startEngine } from '#server/kernel/db/pglite';
import { openPostgres } from '#server/kernel/db/postgres';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const MIGRATIONS = join(ROOT, 'migrations');
const CACHE = join(ROOT, 'node_modules/.cache/lmt-test');

/** Hash of the migrations, part of the template's name. */
const SCHEMA = readdirSync(MIGRATIONS)
  .sort()
  .reduce(
    (hash, name) => hash.update(name).update(readFileSync(join(MIGRATIONS, name))),
    createHash('sha256'),
  )
  .digest('hex')
  .slice(0, 16);

/** Superuser URL of a scratch PostgreSQL server; undefined if there is none. */
const SERVER = process.env['TEST_DATABASE_URL'];

export interface TestDatabase {
  readonly database: Database;
  /** URL for a second node; null for an embedded database. */
  readonly url: string | null;
  close(): Promise<void>;
}

/** Creates a migrated embedded database, in memory or in a folder, from an image built once per schema. */
export async function freshPglite(folder?: string): Promise<TestDatabase> {
  const loadDataDir = new Blob([await image()]);
  const engine = await PGlite.create({
    loadDataDir,
    ...(folder === undefined ? {} : { dataDir: folder }),
  });
  await engine.exec(`set timezone = 'UTC'; set datestyle = 'ISO';`);
  const database = fromPglite(engine);
  return { database, url: null, close: () => database.close() };
}

async function image(): Promise<Buffer<ArrayBuffer>> {
  const file = join(CACHE, `embedded-${SCHEMA}.tar`);
  if (!existsSync(file)) {
    const engine = await startEngine();
    await migrate(fromPglite(engine), MIGRATIONS);
    // The template databases are half of all files, and unused.
    await engine.exec('update pg_database set datistemplate = false');
    await engine.exec('drop database template0');
    await engine.exec('drop database template1');
    const dump = await engine.dumpDataDir('none');
    await engine.close();
    await mkdir(CACHE, { recursive: true });
    const partial = `${file}.${randomBytes(4).toString('hex')}`;
    await writeFile(partial, Buffer.from(await dump.arrayBuffer()));
    await rename(partial, file);
  }
  return readFile(file);
}

/** Creates a migrated database on the scratch PostgreSQL server, copied from a template. */
export async function freshPostgres(server: string): Promise<TestDatabase> {
  const template = `lmt_template_${SCHEMA}`;
  await asAdmin(server, (admin) => makeTemplate(admin, server, template));
  return emptyPostgres(server, template);
}

/** Creates a database on the scratch PostgreSQL server, empty or copied from a template. */
async function emptyPostgres(server: string, template = 'template1'): Promise<TestDatabase> {
  const name = `lmt_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, (admin) => admin.query(`create database ${name} template ${template}`));
  const url = databaseUrl(server, name);
  const database = openPostgres(url);
  return {
    database,
    url,
    async close() {
      await database.close();
      await asAdmin(server, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Runs work on one connection, whose locks are held until the end. */
async function asAdmin(
  server: string,
  work: (admin: pg.Client) => Promise<unknown>,
): Promise<void> {
  const admin = new pg.Client(server);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

async function makeTemplate(admin: pg.Client, server: string, template: string): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await admin.query('select from pg_database where datname = $1', [template])).rows.length > 0;
  if (await isThere()) return;
  await admin.query('select pg_advisory_lock(5173)');
  try {
    if (await isThere()) return;
    const building = `${template}_new`;
    await admin.query(`drop database if exists ${building} with (force)`);
    await admin.query(`create database ${building}`);
    const database = openPostgres(databaseUrl(server, building), { connections: 1 });
    try {
      await migrate(database, MIGRATIONS);
    } finally {
      await database.close();
    }
    await admin.query(`alter database ${building} rename to ${template}`);
  } finally {
    await admin.query('select pg_advisory_unlock(5173)');
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Creates a database for tests that depend on neither kind: PostgreSQL if available (faster), otherwise
 * embedded, as in `npm run prove`.
 */
export const freshDatabase = (): Promise<TestDatabase> =>
  SERVER === undefined ? freshPglite() : freshPostgres(SERVER);

/** Runs tests on the embedded database and, if available, on PostgreSQL. */
export function onEachDatabase(
  name: string,
  tests: (fresh: () => Promise<TestDatabase>, kind: Database['kind']) => void,
): void {
  describe(`${name} on PGlite`, () => tests(() => freshPglite(), 'pglite'));
  const on = SERVER === undefined ? describe.skip : describe;
  on(`${name} on PostgreSQL`, () => tests(() => freshPostgres(SERVER ?? ''), 'postgres'));
}

/**
 * Runs tests on PostgreSQL in `npm test` if available (three times as fast), and on the embedded database in
 * `npm run prove`.
 */
export function onOneDatabase(name: string, tests: Parameters<typeof onEachDatabase>[1]): void {
  const kind = SERVER === undefined ? 'pglite' : 'postgres';
  describe(`${name} on ${kind}`, () => tests(freshDatabase, kind));
}

/** Opens a database before the first test of a `describe`, and closes it after the last. */
export function databaseForTests(
  fresh: () => Promise<TestDatabase>,
  take: (database: Database) => void,
): void {
  beforeAll(async () => {
    const opened = await fresh();
    take(opened.database);
    return () => opened.close();
  });
}
