import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/terms/settings';
import { DEFAULT_LMT_PRICE, FALLBACK_PRICES, settingsAt } from '#domain/terms/terms';
import { type Instant, DAY_MS, after, instant, iso } from '#domain/base/time';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { ask, waitsForLock } from '#test/support/store';
import type { Database, Param, Session, Statement } from '../db/database.ts';
import { readHead } from './protocol-head.ts';
import { lmt, rate } from '#domain/base/money';
import type { LmtPriceEntry } from '#domain/terms/price';
import { settingChanges } from '#domain/terms/setting-changes';
import { Writer } from '../write/commit.ts';
import { unwritten, type Changes } from '../write/plan.ts';
import { lockRows } from '../write/row-locks.ts';
import { writePlan } from '../write/write-plans.ts';
import { termsFacts } from '../../terms/terms-facts.ts';
import { RulesCache, readRules } from './terms.ts';
import { RIGHT_CLOCK } from '#test/support/clock-watch-stubs';

/** Counts reads of the rules; each is one statement. */
function counted(database: Database): { database: Database; readings: () => number } {
  let readings = 0;
  return {
    readings: () => readings,
    database: {
      ...database,
      query: (statement, params) => {
        readings += 1;
        return database.query(statement, params);
      },
    },
  };
}

/** Stores settings or prices like other writers. */
const add = (
  session: Session,
  entries: Pick<Changes, 'settings' | 'lmtPrices'>,
): Promise<boolean> =>
  writePlan(session, {
    userId: null,
    version: 0n,
    now: instant(0),
    journals: [],
    items: [],
    ...entries,
  });
const addPrices = (session: Session, lmtPrices: readonly LmtPriceEntry[]): Promise<boolean> =>
  add(session, { lmtPrices });

const BUMP = 'update protocol set terms_version = terms_version + 1';

onOneDatabase('the rules', (fresh, kind) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));
  let made: Instant;
  beforeAll(async () => {
    made = (await readRules(database)).terms.settings[0]!.from;
  });

  test('start with the defaults, from the creation of the database', async () => {
    const { now, sol } = await readHead(database);
    const first = { effectiveAt: made, madeAt: made, owner: null, reason: null };
    expect(await readRules(database)).toMatchObject({
      version: 0n,
      changes: expect.arrayContaining(settingChanges(DEFAULT_SETTINGS, first)) as unknown,
      terms: { pauses: [] },
      lmtPrices: [{ from: expect.any(Number) as Instant, value: DEFAULT_LMT_PRICE, origin: 'set' }],
    });
    expect(settingsAt((await readRules(database)).terms, made)).toEqual(DEFAULT_SETTINGS);
    expect(sol).toMatchObject({ price: FALLBACK_PRICES['SOL'], source: 'fallback' });
    expect(made).toBeLessThanOrEqual(now);
  });

  test('return changes of settings as written, in the order in which they were made', async () => {
    const before = (await readRules(database)).changes;
    const [later, latest] = [after(made, 2 * DAY_MS + 7), after(made, 3 * DAY_MS)];
    const by = { owner: 'wallet', reason: 'why' };
    const stamp = (effectiveAt: Instant) => ({ effectiveAt, madeAt: made, ...by });
    const written = [
      ...settingChanges({ sellFee: rate(21n), withdrawalFee: rate(1n) }, stamp(latest)),
      ...settingChanges({ maxSupply: lmt(9_007_199_254_740_993n) }, stamp(later)),
      ...settingChanges({ sellFee: rate(22n), withdrawalFee: null }, stamp(latest)),
      ...settingChanges({ apyMode: 'dynamic' }, stamp(latest)),
    ];
    for (const settings of written) await add(database, { settings: [settings] });
    const { changes, terms } = await readRules(database);
    expect(changes).toEqual([...before, ...written]);
    expect(settingsAt(terms, later)).toEqual({
      ...DEFAULT_SETTINGS,
      maxSupply: 9_007_199_254_740_993n,
    });
    expect(settingsAt(terms, latest)).toMatchObject({
      sellFee: 22n,
      withdrawalFee: null,
      apyMode: 'dynamic',
    });
  });

  test('leave out a setting that this version does not know', async () => {
    const { changes } = await readRules(database);
    await ask(
      database,
      `insert into setting_changes (name, value, effective_at, made_at)
       select 'newerFee', 1, effective_at, made_at from setting_changes limit 1`,
    );
    expect((await readRules(database)).changes).toEqual(changes);
  });

  test('build pauses from switches; a switch to the current state changes nothing', async () => {
    const at = (n: number): Instant => instant(made + n);
    for (const [n, paused] of [
      [1, false],
      [2, true],
      [3, true],
      [4, false],
      [5, false],
      [6, true],
    ] as const) {
      await ask(database, 'insert into pause_events (at, paused) values ($1, $2)', [
        iso(at(n)),
        paused,
      ]);
    }
    expect((await readRules(database)).terms.pauses).toEqual([
      { from: at(2), to: at(4) },
      { from: at(6), to: null },
    ]);
  });

  test('add each price step to the history once, and raise the version', async () => {
    const { version, lmtPrices } = await readRules(database);
    const steps = [1, 2].map((n) => ({
      from: after(made, n * DAY_MS),
      value: (9_007_199_254_740_993n + BigInt(n)) as typeof DEFAULT_LMT_PRICE,
      origin: 'step' as const,
    }));
    await addPrices(database, steps);
    const grown = await readRules(database);
    expect(grown.lmtPrices).toEqual([...lmtPrices, ...steps]);
    expect(grown.version).toBe(version + 1n);
    await expect(addPrices(database, steps.slice(1))).rejects.toMatchObject({ code: '23505' });
    expect((await readRules(database)).version).toBe(version + 1n);
  });

  test.runIf(kind === 'postgres')(
    'serialize price writes, each after the effect of the previous one',
    async () => {
      const from = after(made, 100 * DAY_MS);
      const step = { from, value: DEFAULT_LMT_PRICE, origin: 'step' as const };
      const writer = new Writer(database, new RulesCache(database), RIGHT_CLOCK);
      let waiting: Promise<unknown> = Promise.resolve();
      await database.transaction(async (session) => {
        await lockRows(session, { lmtPrice: true });
        waiting = writer.commit({
          facts: termsFacts,
          key: null,
          locks: { lmtPrice: true },
          decide: (_, { lmtPrices }) => unwritten(lmtPrices.at(-1)),
        });
        await waitsForLock(database);
        await addPrices(session, [step]);
      });
      expect(await waiting).toEqual(step);
    },
  );

  test('use the latest SOL price, and of one instant the last written', async () => {
    const price = (at: Instant, units: string, source: string) =>
      ask(
        database,
        'insert into market_prices (symbol, at, price, source) values ($1, $2, $3, $4)',
        ['SOL', iso(at), units, source],
      );
    const [early, late] = [after(made, DAY_MS), after(made, 2 * DAY_MS)];
    await price(late, '9007199254740993', 'feed');
    await price(early, '5', 'fallback');
    expect((await readHead(database)).sol).toEqual({
      at: late,
      price: 9_007_199_254_740_993n,
      source: 'feed',
    });
    await price(late, '7', 'fallback');
    expect((await readHead(database)).sol).toEqual({ at: late, price: 7n, source: 'fallback' });
  });

  describe('in the cache', () => {
    test('are reloaded only if the version has grown', async () => {
      const { database: watched, readings } = counted(database);
      const cache = new RulesCache(watched);
      const { termsVersion } = await readHead(database);
      const first = await cache.at(termsVersion);
      expect(await cache.at(termsVersion)).toBe(first);
      expect(await cache.at(0n)).toBe(first);
      expect(readings()).toBe(1);
      await database.exec(BUMP);
      expect((await cache.at(termsVersion + 1n)).version).toBe(termsVersion + 1n);
      await cache.at(termsVersion + 1n);
      expect(readings()).toBe(2);
    });

    test('are reloaded after a lost connection, because of a possible failover', async () => {
      const { database: watched, readings } = counted(database);
      const cache = new RulesCache(watched);
      const { termsVersion } = await readHead(database);
      await cache.at(termsVersion);
      database.changes.notify('all');
      await cache.at(termsVersion);
      expect(readings()).toBe(2);
    });

    test('are loaded once for concurrent readers', async () => {
      const { database: watched, readings } = counted(database);
      const cache = new RulesCache(watched);
      const { termsVersion } = await readHead(database);
      const all = await Promise.all(Array.from({ length: 10 }, () => cache.at(termsVersion)));
      expect(new Set(all).size).toBe(1);
      await database.exec(BUMP);
      await Promise.all(Array.from({ length: 10 }, () => cache.at(termsVersion + 1n)));
      expect(readings()).toBe(2);
    });

    test('are the newer version for a reader that saw it during a load of the older one', async () => {
      const { termsVersion } = await readHead(database);
      let go: () => void = () => {};
      const gate = new Promise<void>((resolve) => {
        go = resolve;
      });
      const cache = new RulesCache({
        ...database,
        query: async <Row>(statement: Statement, params?: readonly Param[]) => {
          const read = await database.query<Row>(statement, params);
          await gate;
          return read;
        },
      });
      const early = cache.at(termsVersion);
      await new Promise((resolve) => setImmediate(resolve));
      await database.exec(BUMP);
      const late = cache.at(termsVersion + 1n);
      go();
      expect((await early).version).toBeGreaterThanOrEqual(termsVersion);
      expect((await late).version).toBe(termsVersion + 1n);
    });

    test('are loaded by a transaction itself, while others wait for its connection', async () => {
      const query = (): Promise<never> => new Promise(() => {});
      const cache = new RulesCache({ ...database, query });
      void cache.at(0n);
      const { settings } = (await database.transaction((session) => cache.at(0n, session))).terms;
      expect(settings).not.toEqual([]);
    });

    test('are loaded again after a failure', async () => {
      let down = true;
      const cache = new RulesCache({
        ...database,
        query: (statement, params) =>
          down ? Promise.reject(new Error('down')) : database.query(statement, params),
      });
      await expect(cache.at(0n)).rejects.toThrow('down');
      down = false;
      expect((await cache.at(0n)).terms.settings).not.toEqual([]);
    });
  });
});
