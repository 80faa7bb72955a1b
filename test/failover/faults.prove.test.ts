import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '#server/kernel/db/postgres';
import { type TestDatabase, freshPostgres } from '#test/databases';
import { Claimers, type ClaimResults, lostClaims } from '#test/nodes/claims';
import { dataFolder, startServer } from '#test/nodes/server';
import { count, tries } from '#test/prove/effort';
import { canMakeDisk } from '#test/support/disk';
import { ask } from '#test/support/store';
import { SmallServer } from './postgres.ts';
import { POSTGRES_BIN } from './programs.ts';

const SERVER = process.env['TEST_DATABASE_URL'];
const CUTS = tries(10, 200);
const TIMES = tries(1, 10);
const CLAIMS_BETWEEN = 40;
/** More writes than fit into the WAL segment that exists when the disk becomes full. */
const CLAIMS_OF_A_SEGMENT = 1_500;
const LOOK_MS = 20;
/** Refusals to wait for before the fault ends. */
const REFUSED = 10;
const TIMEOUT = { timeout: 120_000 + (CUTS + TIMES) * 20_000 };

/** Starts a node on a database, with users who claim bonds. */
async function underLoad(url: string, params = ''): Promise<Claimers> {
  const data = dataFolder();
  onTestFinished(data.remove);
  const env = { DATABASE_URL: `${url}${params}`, DATA_DIR: data.path, RATE_LIMITS: 'off' };
  const server = startServer(env);
  onTestFinished(async () => {
    server.process.kill('SIGKILL');
    await server.ended;
  });
  const address = await server.address;
  const database = openPostgres(url);
  onTestFinished(() => database.close());
  return new Claimers(database, address, { lanes: 6, hasKeys: true });
}

/** Resolves after `more` further refusals. */
async function refusing(people: Claimers, more: number): Promise<void> {
  const wanted = people.seen.busy + more;
  while (people.seen.busy < wanted) await sleep(LOOK_MS);
}

async function expectNothingLost(url: string, seen: ClaimResults): Promise<void> {
  const database = openPostgres(url);
  onTestFinished(() => database.close());
  count('claims acknowledged around a fault of the database', seen.acknowledged.length);
  expect({ errors: seen.errors, cut: seen.cut }).toEqual({ errors: [], cut: 0 });
  expect(await lostClaims(database, seen)).toEqual([]);
}

async function fresh(): Promise<TestDatabase> {
  const stored = await freshPostgres(SERVER!);
  onTestFinished(() => stored.close());
  return stored;
}

describe.skipIf(SERVER === undefined)('database under load', () => {
  test(
    `with ${CUTS} cut connections refuses retryably, loses nothing, and executes nothing twice`,
    TIMEOUT,
    async () => {
      const { url, database } = await fresh();
      const people = await underLoad(url!);
      for (let cut = 0; cut < CUTS; cut += 1) {
        await people.more(CLAIMS_BETWEEN / 4);
        await ask(
          database,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name like 'lmt%'
             and pid <> pg_backend_pid()`,
        );
      }
      await people.more(CLAIMS_BETWEEN);
      const seen = await people.stop();
      count('times all connections to the database were cut', CUTS);
      await expectNothingLost(url!, seen);
    },
  );

  test('with hanging statements times out each, and serves again afterwards', TIMEOUT, async () => {
    const { url } = await fresh();
    const people = await underLoad(url!, '?statement_timeout=300&lock_timeout=0');
    for (let time = 0; time < TIMES; time += 1) {
      await people.more(CLAIMS_BETWEEN);
      const holder = new pg.Client(url!);
      await holder.connect();
      await holder.query('begin; lock table journals in access exclusive mode');
      await refusing(people, REFUSED);
      await holder.end();
    }
    await people.more(CLAIMS_BETWEEN);
    const seen = await people.stop();
    count('times every write to the database hung', TIMES);
    await expectNothingLost(url!, seen);
  });
});

describe.skipIf(POSTGRES_BIN === undefined || !canMakeDisk())('full database disk', () => {
  test('makes requests fail retryably, and succeed once there is space', TIMEOUT, async () => {
    const server = await SmallServer.open();
    onTestFinished(() => server.close());
    const people = await underLoad(server.url);
    for (let time = 0; time < TIMES; time += 1) {
      await people.more(CLAIMS_BETWEEN);
      await people.stocked(CLAIMS_OF_A_SEGMENT);
      server.fill();
      await refusing(people, REFUSED);
      await server.free();
    }
    await people.more(CLAIMS_BETWEEN);
    const seen = await people.stop();
    count('times the database’s disk was full', TIMES);
    await expectNothingLost(server.url, seen);
  });
});
