import { afterAll, beforeAll, expect, test } from 'vitest';
import { usdPrice } from '#domain/base/money';
import { FALLBACK_PRICES } from '#domain/terms/terms';
import { type Instant, MINUTE_MS, SECOND_MS, after } from '#domain/base/time';
import { type TestDatabase, onEachDatabase } from '#test/databases';
import type { Database } from '../db/database.ts';
import { readHead } from './head.ts';
import { addFeedPrices, latestMarketPrices, takeFeedTurn } from './market-prices.ts';
import { advanceClock } from './protocol-clock.ts';

onEachDatabase('market prices', (fresh) => {
  let opened: TestDatabase;
  let database: Database;
  let made: Instant;
  let now: Instant;
  beforeAll(async () => {
    opened = await fresh();
    ({ database } = opened);
    const head = await readHead(database);
    [made, now] = [head.sol.at, head.now];
  });
  afterAll(() => opened.close());

  test('until a feed has answered, fallbacks stand in; who has none is left out', async () => {
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

  test('the newest stored price counts, to its last digit', async () => {
    const [sol, btc] = [usdPrice(147_480000000000n), usdPrice(9_007199254740993n)];
    await addFeedPrices(
      database,
      now,
      new Map([
        ['SOL', usdPrice(1n)],
        ['BTC', btc],
      ]),
    );
    const later = after(now, MINUTE_MS);
    await addFeedPrices(database, later, new Map([['SOL', sol]]));
    expect(await latestMarketPrices(database, ['BTC', 'SOL'])).toEqual(
      new Map([
        ['BTC', { price: btc, at: now, source: 'feed' }],
        ['SOL', { price: sol, at: later, source: 'feed' }],
      ]),
    );
    expect((await readHead(database)).sol).toEqual({ price: sol, at: later, source: 'feed' });
  });

  test('of many that want to ask the feed at once, one has the turn; the next comes half a minute later', async () => {
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
  });
});
