import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PATHS } from '#contract/paths';
import type { SellJson } from '#contract/sells';
import type { Database } from '#server/store/db/database';
import { migrate } from '#server/store/db/migrate';
import { openPostgres } from '#server/store/db/postgres';
import { violations } from '#server/store/ledger/invariants';
import { MIGRATIONS } from '#test/databases';
import { bundled } from '#test/support/bundle';
import { ask } from '#test/support/store';
import { Owner } from '../../seed/owner.ts';
import { Person } from '../../seed/person.ts';
import { Site } from '../../seed/site.ts';
import { type Answers, type BothTimes, askBothTimes } from './answers.ts';
import { asToldBefore, columnsOf, figures, unchanged } from './differences.ts';
import { unpackFolder, unpackJson } from './pack.ts';
import { CONFIRMED, DAY, FINAL, HOUR, pathOf, walletNamed } from './people.ts';
import { startServer } from './server-process.ts';
import { freeze, openStored } from './stored-database.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SERVER = process.env['TEST_DATABASE_URL'];
const MAIN = await bundled(new URL('../../src/server/main.ts', import.meta.url));
/** A server, some hundred requests and weeks of protocol time, on a machine that is busy. */
const TIMEOUT_MS = 180_000;

interface Kept extends BothTimes {
  readonly names: readonly string[];
  /** Protocol time at which it was stopped. */
  readonly at: number;
}

/** A data folder of an old version, and the address of its database where that is PostgreSQL. */
interface Old {
  readonly folder: string;
  readonly url: string | null;
}

async function onDatabase<T>(old: Old, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openStored(old.folder, old.url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** What docs/decisions/0031 asks for after a restore; a version from before it is recounted by its migration. */
const RECOUNT = `do $$ begin
  if to_regproc('recount_ledger') is not null then perform recount_ledger(); end if;
end $$`;

/** Restores a dump into a new database of the scratch server. */
async function restore(server: string, folder: string): Promise<string> {
  const name = `lmt_upgrade_${randomBytes(6).toString('hex')}`;
  const admin = openPostgres(server, { connections: 1 });
  await admin.exec(`create database ${name}`);
  await admin.close();
  onTestFinished(async () => {
    const again = openPostgres(server, { connections: 1 });
    await again.exec(`drop database if exists ${name} with (force)`);
    await again.close();
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = openPostgres(url.href, { connections: 1 });
  await database.exec(readFileSync(join(folder, 'dump.sql'), 'utf8'));
  await database.close();
  const restored = openPostgres(url.href, { connections: 1 });
  await restored.exec(RECOUNT);
  await restored.close();
  return url.href;
}

/** Takes what an old version left out of its package, until the test is over. */
async function unpack(version: string, kind: 'embedded' | 'postgres'): Promise<Old> {
  const folder = mkdtempSync(join(tmpdir(), 'lmt-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  unpackFolder(join(HERE, version, `${kind}.tar.br`), folder);
  return { folder, url: kind === 'embedded' ? null : await restore(SERVER ?? '', folder) };
}

/** Fails where a later version answers with another figure; it may answer with more. */
function expectSame(now: Answers, then: Answers, seen: (answer: unknown) => unknown): void {
  for (const [name, answers] of Object.entries(then)) {
    for (const [what, answer] of Object.entries(answers)) {
      const [is, was] = [now[name]?.[what], answer].map((each) => asToldBefore(seen(each), name));
      expect({ [what]: columnsOf(is, was) }, name).toMatchObject({ [what]: columnsOf(was, was) });
    }
  }
}

/** What was on its way when the old server was stopped is final: balances are read as it last saw them. */
async function untilFinal({ url }: Site): Promise<void> {
  const slot = async (commitment: string): Promise<number> => {
    const body = { jsonrpc: '2.0', id: 1, method: 'getSlot', params: [{ commitment }] };
    const headers = { 'content-type': 'application/json' };
    const asked = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(new URL('/rpc', url), asked);
    return ((await response.json()) as { result: number }).result;
  };
  const newest = await slot('processed');
  await expect.poll(() => slot('finalized'), { timeout: 60_000 }).toBeGreaterThanOrEqual(newest);
}

/** Old users go on where they were, and a new one goes the whole way: bond, vault, sell, payout. */
async function goOn(site: Site): Promise<void> {
  const owner = await Owner.of(site);
  for (const name of ['bond-claimable', 'bond-locked', 'payment-sent', 'payment-arrived']) {
    await (await Person.signedIn(site, await walletNamed(name))).claim();
  }
  await (await Person.signedIn(site, await walletNamed('vault-ready'))).activate();
  const person = await Person.signedUp(site);
  await person.payForBond('SOL', '12.5');
  await site.advance(CONFIRMED);
  await person.bond();
  // An hour more: the chain's clock is not frozen, and was a little ahead when it took the payment.
  await site.advance(DAY + HOUR);
  await person.claim();
  await person.payForStake(50n);
  await site.advance(CONFIRMED);
  await person.stake(true);
  await site.advance(DAY);
  await person.activate();
  await site.advance(7 * DAY + HOUR);
  await owner.approve(await person.sell(90n, 'SOL'));
  await site.advance(FINAL);
  const [sell] = await person.call<SellJson[]>('GET', pathOf(PATHS.userSells, person.id));
  expect(sell).toMatchObject({ status: 'approved', payout: { status: 'finalized' } });
}

function upgraded(version: string, kind: 'embedded' | 'postgres'): void {
  test(
    'starts, answers as before, goes on for weeks and stays sound to the last unit',
    async () => {
      const old = await unpack(version, kind);
      const kept = unpackJson(join(HERE, version, `${kind}.json.br`)) as Kept;
      await onDatabase(old, async (database) => {
        // A migration may replace the function by which the clock is frozen.
        await migrate(database, MIGRATIONS);
        await freeze(database, kept.at);
      });
      const server = await startServer(['--liftoff-only', MAIN], old.folder, old.url);
      onTestFinished(() => server.kill());
      const site = await Site.at(server.address);
      await untilFinal(site);
      const { answers, later } = await askBothTimes(site, kept.names);
      expectSame(answers, kept.answers, unchanged);
      expectSame(later, kept.later, figures);
      await goOn(site);
      await server.stop();
      await onDatabase(old, async (database) => {
        expect(await violations(database)).toEqual([]);
        const applied = await ask<{ name: string }>(
          database,
          'select name from schema_migrations order by number',
        );
        expect(applied.map(({ name }) => name)).toEqual(readdirSync(MIGRATIONS).toSorted());
      });
    },
    TIMEOUT_MS,
  );
}

const versions = readdirSync(HERE).filter((name) => existsSync(join(HERE, name, 'README.md')));

test('there is an old version', () => {
  expect(versions).toContain('9476b20');
});

describe.each(versions)('what version %s left', (version) => {
  describe('in a data folder', () => upgraded(version, 'embedded'));
  const onServer = SERVER === undefined ? describe.skip : describe;
  onServer('in a PostgreSQL dump', () => upgraded(version, 'postgres'));
});
