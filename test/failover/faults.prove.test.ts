import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '#server/kernel/db/postgres';
import { type TestDatabase, freshPostgres } from '#test/databases';
import { Claimers, type Seen, lostOf } from '#test/nodes/claims';
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
/** More than a segment of the log has room for, which is there still when the disk is full. */
const CLAIMS_OF_A_SEGMENT = 1_500;
const LOOK_MS = 20;
/** So many are told to come again before the fault ends. */
const REFUSED = 10;
const TIMEOUT = { timeout: 120_000 + (CUTS + TIMES) * 20_000 };

/** A node on a database, and people who claim bonds at it. */
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

/** Resolves once so many more were told to come again. */
async function refusing(people: Claimers, more: number): Promise<void> {
  const wanted = people.seen.busy + more;
  while (people.seen.busy < wanted) await sleep(LOOK_MS);
}

async function expectNothingLost(url: string, seen: Seen): Promise<void> {
  const database = openPostgres(url);
  onTestFinished(() => database.close());
  count('claims acknowledged around a fault of the database', seen.acknowledged.length);
  expect({ errors: seen.errors, cut: seen.cut }).toEqual({ errors: [], cut: 0 });
  expect(await lostOf(database, seen)).toEqual([]);
}

async function fresh(): Promise<TestDatabase> {
  const stored = await freshPostgres(SERVER!);
  onTestFinished(() => stored.close());
  return stored;
}

describe.skipIf(SERVER === undefined)('a database under load', () => {
  test(
    `whose connections are cut, ${CUTS} times: people are told to come again, and nothing is lost or done twice`,
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

  test(
    'whose statements hang: each is given up after a while, and served when it can be',
    TIMEOUT,
    async () => {
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
    },
  );
});

describe.skipIf(POSTGRES_BIN === undefined || !canMakeDisk())('a disk', () => {
  test(
    'that is full: people are told to come again, and are served when there is space',
    TIMEOUT,
    async () => {
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
    },
  );
});
