import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/store/db/database';
import { MIGRATIONS, emptyPostgres } from '#test/databases';
import { Claimers, claimable, lostOf } from '#test/nodes/claims';
import { RoundRobin } from '#test/nodes/round-robin';
import { type Server, dataFolder, startServer } from '#test/nodes/server';
import { count, tries } from '#test/prove/effort';
import { ask } from '#test/support/store';
// @ts-expect-error -- the project's scripts are plain JavaScript
import { UNBUNDLED } from '../../scripts/lib/build.mjs';
import { unpackFolder } from './pack.ts';
import { writeBefore } from './write-before.ts';

const SERVER = process.env['TEST_DATABASE_URL'];
/** The server that was released last, whose newest migration is 0027. */
const LAST = 'c4f4bfb';
const UPGRADES = tries(1, 10);
/** A hundred bonds each: what the migrations have to go over. */
const SEEDS = tries(1, 100);
const CLAIMS_BETWEEN = 20;
const TIMEOUT = { timeout: 120_000 + UPGRADES * 120_000 };

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** Where an old server finds the packages that it needs. */
const UNPACKED = fileURLToPath(
  new URL(`../../node_modules/.cache/lmt-test/${LAST}-${process.pid}`, import.meta.url),
);
afterAll(() => rmSync(UNPACKED, { recursive: true, force: true }));

/** Builds the old server of its sources. */
async function buildOld(): Promise<void> {
  mkdirSync(UNPACKED, { recursive: true });
  unpackFolder(join(HERE, `servers/${LAST}.tar.br`), UNPACKED);
  await build({
    cwd: UNPACKED,
    input: 'src/server/main.ts',
    platform: 'node',
    external: (id) => (UNBUNDLED as RegExp).test(id),
    output: { file: join(UNPACKED, 'main.mjs'), format: 'esm', codeSplitting: false },
    logLevel: 'warn',
  });
}

function started(env: Record<string, string>, version: 'old' | 'new'): Server {
  const old = { main: join(UNPACKED, 'main.mjs'), cwd: UNPACKED };
  const server = version === 'old' ? startServer(env, old) : startServer(env);
  onTestFinished(async () => {
    server.process.kill('SIGKILL');
    await server.ended;
  });
  return server;
}

const appliedOf = async (database: Database): Promise<string[]> =>
  (await ask<{ name: string }>(database, 'select name from schema_migrations order by number')).map(
    ({ name }) => name,
  );

/** Jobs of the last version gave up a connection after seconds, which a busy machine may take, and ran again. */
const WAITED_TOO_LONG = 'timeout exceeded when trying to connect';

const failedJobsOf = (node: Server): string[] =>
  node
    .output()
    .split('\n')
    .filter((line) => line.includes('job failed'));

/** People claim bonds at a node of the last version while one of today starts, migrates and takes its place. */
async function upgrade(): Promise<void> {
  const stored = await emptyPostgres(SERVER!);
  onTestFinished(() => stored.close());
  const { url, database } = stored;
  const data = dataFolder();
  onTestFinished(data.remove);
  const shared = { DATABASE_URL: url!, DATA_DIR: data.path, RATE_LIMITS: 'off' };
  // The chain outlives them all, as Solana does.
  const chain = await started({ ...shared, WORKER: 'off' }, 'old').address;
  const env = { ...shared, LOCAL_NETWORK_URL: chain };
  const old = started(env, 'old');
  const before = await old.address;
  expect((await appliedOf(database)).at(-1)).toMatch(/^0027-/);
  for (let seed = 0; seed < SEEDS; seed += 1) await claimable(database, writeBefore);

  const balancer = new RoundRobin([before, before]);
  const people = new Claimers(database, await balancer.listen(), {
    lanes: 6,
    hasKeys: true,
    write: writeBefore,
  });
  await people.more(CLAIMS_BETWEEN);
  const served = people.seen.acknowledged.length;
  const next = started(env, 'new');
  const after = await next.address;
  expect(await appliedOf(database)).toEqual(readdirSync(MIGRATIONS).toSorted());
  count(
    'claims acknowledged while a new version migrated',
    people.seen.acknowledged.length - served,
  );
  // The old code on the new schema, then both, then the new one alone.
  await people.more(CLAIMS_BETWEEN);
  balancer.replace(1, after);
  await people.more(CLAIMS_BETWEEN);
  balancer.replace(0, after);
  await balancer.quiet(before);
  old.process.kill('SIGTERM');
  expect(await old.ended).toMatchObject({ code: 0 });
  await people.more(CLAIMS_BETWEEN);
  const seen = await people.stop();
  balancer.close();
  count('claims acknowledged around an upgrade', seen.acknowledged.length);
  count('requests told to come again in an upgrade', seen.busy);
  expect({ errors: seen.errors, cut: seen.cut }).toEqual({ errors: [], cut: 0 });
  expect(await lostOf(database, seen)).toEqual([]);
  expect(failedJobsOf(old).filter((line) => !line.includes(WAITED_TOO_LONG))).toEqual([]);
  expect(failedJobsOf(next)).toEqual([]);
}

describe.skipIf(SERVER === undefined)('the last version under load', () => {
  test(
    `makes way for this one, ${UPGRADES} times: nothing is lost, and nobody is told anything but to come again`,
    TIMEOUT,
    async () => {
      await buildOld();
      for (let done = 0; done < UPGRADES; done += 1) await upgrade();
      count('upgrades from the last version under load', UPGRADES);
    },
  );
});
