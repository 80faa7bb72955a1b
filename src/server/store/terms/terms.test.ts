import { beforeAll, describe, expect, test } from 'vitest';
import { FALLBACK_PRICES, DEFAULT_LMT_PRICE, DEFAULT_SETTINGS } from '#domain/terms/terms';
import { type Instant, DAY_MS, after, instant, iso } from '#domain/base/time';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { ask, waitsForLock } from '#test/support/store';
import type { Database, Param, Session, Statement } from '../db/database.ts';
import { readHead } from './head.ts';
import type { LmtPriceEntry } from '#domain/terms/price';
import { Writer, unwritten } from '../write/commit.ts';
import { lockRows } from '../write/row-locks.ts';
import { writePlan } from '../write/write-plans.ts';
import { termsFacts } from '../protocol/facts.ts';
import { RulesCache, readRules } from './terms.ts';
import { RIGHT_CLOCK } from '#test/support/right-clock';

/** Counts how often the rules are read: each reading is one statement. */
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

/** Writes prices down as every writer of prices does. */
const addPrices = (session: Session, lmtPrices: readonly LmtPriceEntry[]): Promise<boolean> =>
  writePlan(session, {
    userId: null,
    version: 0n,
    now: instant(0),
    journals: [],
    items: [],
    lmtPrices,
  });

const BUMP = 'update protocol set terms_version = terms_version + 1';

onOneDatabase('what has been in force', (fresh, kind) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));
  let made: Instant;
  beforeAll(async () => {
    made = (await readRules(database)).terms.settings[0]!.from;
  });

  test('starts with the defaults, from when the database was made', async () => {
    const { now, sol } = await readHead(database);
    expect(await readRules(database)).toEqual({
      version: 0n,
      terms: { settings: [{ from: made, value: DEFAULT_SETTINGS }], pauses: [] },
      lmtPrices: [{ from: expect.any(Number) as Instant, value: DEFAULT_LMT_PRICE, origin: 'set' }],
    });
    expect(sol).toMatchObject({ price: FALLBACK_PRICES['SOL'], source: 'fallback' });
    expect(made).toBeLessThanOrEqual(now);
  });

  test('settings read as they were written, in the order of their instants', async () => {
    const insert = (at: Instant, sellFee: number, withdrawalFee: number | null) =>
      ask(
        database,
        `insert into settings (effective_at, staking_fee, sell_fee, restake_fee, withdrawal_fee,
           weekly_price_increase, max_supply, apy_mode, base_apy, current_apy, max_dynamic_apy,
           arbitrage_trading, yield_farming, high_frequency_trading)
         values ($1, 1, $2, 3, $3, 4, 9007199254740993, 'dynamic', 5, 6, 7, 8, 9, 10)`,
        [iso(at), sellFee, withdrawalFee],
      );
    const [later, latest] = [after(made, 2 * DAY_MS + 7), after(made, 3 * DAY_MS)];
    await insert(latest, 21, null);
    await insert(later, 22, 23);
    await insert(latest, 24, null);
    const { settings } = (await readRules(database)).terms;
    expect(settings.map(({ from, value }) => [from, value.sellFee, value.withdrawalFee])).toEqual([
      [made, DEFAULT_SETTINGS.sellFee, null],
      [later, 22n, 23n],
      [latest, 21n, null],
      [latest, 24n, null],
    ]);
    expect(settings[1]?.value).toEqual({
      stakingFee: 1n,
      sellFee: 22n,
      restakeFee: 3n,
      withdrawalFee: 23n,
      weeklyPriceIncrease: 4n,
      maxSupply: 9_007_199_254_740_993n,
      apyMode: 'dynamic',
      baseApy: 5n,
      currentApy: 6n,
      maxDynamicApy: 7n,
      arbitrageTrading: 8n,
      yieldFarming: 9n,
      highFrequencyTrading: 10n,
    });
  });

  test('pauses are made of switchings; switching to what already is changes nothing', async () => {
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

  test('price steps are added to the history, each once, and raise the version', async () => {
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
    'who wants to write a price waits for who is at it, and then sees what that one wrote',
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

  test('the SOL price is the last by its instant, and of one instant the last written', async () => {
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

  describe('in memory', () => {
    test('is read anew exactly when the version has grown', async () => {
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

    test('is read again after a time of which the node knows nothing: another server may have taken over', async () => {
      const { database: watched, readings } = counted(database);
      const cache = new RulesCache(watched);
      const { termsVersion } = await readHead(database);
      await cache.at(termsVersion);
      database.changes.tell('all');
      await cache.at(termsVersion);
      expect(readings()).toBe(2);
    });

    test('is read once for all who ask at the same time', async () => {
      const { database: watched, readings } = counted(database);
      const cache = new RulesCache(watched);
      const { termsVersion } = await readHead(database);
      const all = await Promise.all(Array.from({ length: 10 }, () => cache.at(termsVersion)));
      expect(new Set(all).size).toBe(1);
      await database.exec(BUMP);
      await Promise.all(Array.from({ length: 10 }, () => cache.at(termsVersion + 1n)));
      expect(readings()).toBe(2);
    });

    test('whoever saw a newer version than the reading under way gets the newer', async () => {
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

    test('is read by a transaction itself, while others wait for its connection', async () => {
      const query = (): Promise<never> => new Promise(() => {});
      const cache = new RulesCache({ ...database, query });
      void cache.at(0n);
      const { settings } = (await database.transaction((session) => cache.at(0n, session))).terms;
      expect(settings[0]?.value).toEqual(DEFAULT_SETTINGS);
    });

    test('is tried again after a failure', async () => {
      let down = true;
      const cache = new RulesCache({
        ...database,
        query: (statement, params) =>
          down ? Promise.reject(new Error('down')) : database.query(statement, params),
      });
      await expect(cache.at(0n)).rejects.toThrow('down');
      down = false;
      expect((await cache.at(0n)).terms.settings[0]?.value).toEqual(DEFAULT_SETTINGS);
    });
  });
});
