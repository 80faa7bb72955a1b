import { beforeAll, expect, test } from 'vitest';
import { type UsdPrice, usdPrice } from '#domain/base/money';
import { FALLBACK_PRICES } from '#domain/terms/terms';
import { type Instant, MINUTE_MS, SECOND_MS, after } from '#domain/base/time';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { ask } from '#test/support/store';
import type { Database } from '../db/database.ts';
import { writePlan } from '../write/write-plans.ts';
import { readHead } from './protocol-head.ts';
import { marketFacts } from '../../terms/terms-facts.ts';
import { latestMarketPrices, takeFeedTurn } from './market-prices.ts';
import { advanceClock } from './protocol-clock.ts';

onOneDatabase('market prices', (fresh) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));
  let made: Instant;
  let now: Instant;
  beforeAll(async () => {
    const head = await readHead(database);
    [made, now] = [head.sol.at, head.now];
  });

  /** Stores prices like the job that polls the feed. */
  const feed = (
    at: Instant,
    prices: Readonly<Record<string, UsdPrice>>,
    isAgreed = false,
  ): Promise<boolean> =>
    writePlan(database, {
      userId: null,
      version: 0n,
      now: at,
      journals: [],
      items: [],
      marketPrices: Object.entries(prices).map(([symbol, price]) => ({
        symbol,
        at,
        price,
        source: 'feed',
        isAgreed,
      })),
    });

  test('are fallbacks before the first feed price, and omit symbols without a fallback', async () => {
    const symbols = ['SOL', 'USDC', 'KFR', 'BML', 'BTC', 'toString', '"', '\\'];
    expect(await latestMarketPrices(database, symbols)).toEqual(
      new Map(
        ['SOL', 'USDC', 'KFR', 'BML'].map((symbol) => [
          symbol,
          { price: FALLBACK_PRICES[symbol], at: made, source: 'fallback' },
        ]),
      ),
    );
    expect(await latestMarketPrices(database, [])).toEqual(new Map());
  });

  test('are the newest stored ones, exact to the last digit', async () => {
    const [sol, btc] = [usdPrice(147_480000000000n), usdPrice(9_007199254740993n)];
    const agreed = usdPrice(1n);
    await feed(now, { SOL: agreed, BTC: btc });
    await feed(after(now, 1), { SOL: agreed }, true);
    const later = after(now, MINUTE_MS);
    await feed(later, { SOL: sol });
    expect(await latestMarketPrices(database, ['BTC', 'SOL'])).toEqual(
      new Map([
        ['BTC', { price: btc, at: now, source: 'feed' }],
        ['SOL', { price: sol, at: later, source: 'feed' }],
      ]),
    );
    expect((await readHead(database)).sol).toEqual({ price: sol, at: later, source: 'feed' });
    const facts = await marketFacts.read(database, [['SOL', 'toString'], ['BTC'], []]);
    expect(facts.map((of) => of && [...of.known])).toEqual([
      [
        ['SOL', { last: { price: sol, at: later, source: 'feed' }, agreed }],
        ['toString', { last: null, agreed: null }],
      ],
      [['BTC', { last: { price: btc, at: now, source: 'feed' }, agreed: null }]],
      null,
    ]);
  });

  test('are polled by one of several concurrent nodes, every half minute', async () => {
    const takers = async (): Promise<number> => {
      const turns = await Promise.all(Array.from({ length: 16 }, () => takeFeedTurn(database)));
      return turns.filter(Boolean).length;
    };
    expect(await takers()).toBe(1);
    expect(await takers()).toBe(0);
    for (const _ of [1, 2, 3]) {
      await advanceClock(database, 30 * SECOND_MS);
      expect(await takers()).toBe(1);
    }
    await ask(
      database,
      `update attempts set minute = minute + interval '1 hour' where who = 'follow-prices'`,
    );
    expect(await takers(), 'after a turn taken under clock skew').toBe(1);
  });
});
