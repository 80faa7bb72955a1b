import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quoteBond } from '#contract/bonds/bonds';
import { getPrices } from '#contract/terms/prices';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import type { TestUser } from '#test/world/user';
import { type LiveWorld, openLive } from './live-world.ts';
import { PROVIDERS } from './stub-feeds.ts';

const PRICES = { SOL: '150', USDC: '0.9998', BTC: '97000.5', AXL: '0.4443' };

/** Tests run in sequence: each starts with all providers working and SOL at 150. */
describe('prices from three providers', () => {
  let live: LiveWorld;
  let user: TestUser;
  beforeAll(async () => {
    live = await openLive(PRICES);
    user = await live.world.user();
  });
  afterAll(() => live.close());

  const quoted = async (): Promise<string> => {
    const { body } = await user.call(quoteBond, { body: { tokenType: 'SOL', amount: '9.87' } });
    return body.code ?? body.lmtAmount;
  };
  const sol = async () => (await live.details('SOL'))['SOL'];

  test('are stored, shown and used in calculations', async () => {
    const symbols = 'SOL,USDC,BTC,AXL,KFR,BML,ETH';
    const { body } = await live.world.call(getPrices, { params: { symbols } });
    expect(body).toEqual({
      SOL: 150,
      USDC: 0.9998,
      BTC: 97000.5,
      AXL: 0.4443,
      KFR: 0.0024669,
      BML: 0.000002387,
    });
    const details = await live.details(symbols);
    const sources = Object.entries(details).map(([symbol, { source }]) => `${symbol} ${source}`);
    expect(sources.join()).toBe('SOL feed,USDC feed,BTC feed,AXL feed,KFR fallback,BML fallback');
    expect(await quoted()).toBe('1.50000000');
  });

  test('are fetched once in two minutes, however often the job runs', async () => {
    await live.round(2 * MINUTE_MS);
    live.asked();
    await live.world.settle();
    await live.round(60 * SECOND_MS);
    expect(live.asked()).toEqual({ kraken: 0, bitfinex: 0, coingecko: 0 });
    await live.round(60 * SECOND_MS);
    await live.round(30 * SECOND_MS);
    expect(live.asked()).toEqual({ kraken: 1, bitfinex: 1, coingecko: 1 });
  });

  test('stay fresh while unchanged, because the feed confirms them', async () => {
    const before = await live.world.count(`market_prices where symbol = 'SOL'`);
    for (let minutes = 0; minutes < 12; minutes += 2) await live.round(2 * MINUTE_MS);
    expect(await live.world.count(`market_prices where symbol = 'SOL'`)).toBe(before + 6);
    expect((await sol())!.ageMs).toBeLessThan(MINUTE_MS);
    expect(await quoted()).toBe('1.50000000');
  });

  test.each(PROVIDERS)('come from %s only, within 5% of the last agreed price', async (up) => {
    const alone = async (price: string): Promise<void> => {
      for (const name of PROVIDERS) live.feeds.behave[name] = { status: 500 };
      live.feeds.behave[up] = { prices: { ...PRICES, SOL: price } };
      await live.round(2 * MINUTE_MS);
    };
    await alone('157.5');
    expect(await sol()).toMatchObject({ price: 157.5, source: 'feed' });
    expect(live.alerts()).toEqual([]);
    // Two steps of 5% may not add up to more than 5%.
    await alone('160');
    expect(await sol()).toMatchObject({ price: 157.5 });
    expect(live.alerts()).toMatchObject([{ what: 'a market price is not believed' }]);
    live.say(PRICES);
    await live.round(2 * MINUTE_MS);
    expect(await sol()).toMatchObject({ price: 150, source: 'feed' });
  });

  test('never come from a single stalled order book', async () => {
    for (const name of PROVIDERS) live.feeds.behave[name] = { status: 500 };
    live.feeds.behave.kraken = { prices: PRICES, isFrozen: true };
    for (let minutes = 0; minutes < 14; minutes += 2) await live.round(2 * MINUTE_MS);
    expect(await sol()).toMatchObject({ price: 150, source: 'last-known' });
    expect(await quoted()).toBe('PRICE_STALE');
    expect(live.alerts()).toMatchObject([{ what: 'there is no fresh SOL price' }]);
    live.say(PRICES);
    await live.round(10 * MINUTE_MS);
    expect(await sol()).toMatchObject({ price: 150, source: 'feed' });
  });

  test.each(['0', '-150', '1e30', '5000000.1'])('are rejected at %s', async (price) => {
    live.say({ SOL: price });
    await live.round(2 * MINUTE_MS);
    expect(await sol()).toMatchObject({ price: 150 });
    live.feeds.behave.coingecko = { prices: PRICES };
    await live.round(30 * SECOND_MS);
    expect(await sol()).toMatchObject({ price: 150, source: 'feed' });
    live.say(PRICES);
  });

  test('replace a fallback entered by the owner at the next round', async () => {
    await live.round(2 * MINUTE_MS);
    await live.world.rows(
      `insert into market_prices (symbol, at, price, source)
       values ('SOL', protocol_now(), 300000000000000, 'fallback')`,
    );
    expect(await sol()).toMatchObject({ price: 300, source: 'fallback' });
    expect(await quoted()).toBe('PRICE_STALE');
    await live.round(30 * SECOND_MS);
    expect(await sol()).toMatchObject({ price: 150, source: 'feed' });
    expect(await quoted()).toBe('1.50000000');
  });

  test('jump if two providers agree, and not if only one reports it', async () => {
    live.feeds.behave.kraken = { prices: { SOL: '15' } };
    for (const _ of [1, 2, 3]) await live.round(2 * MINUTE_MS);
    expect(await sol()).toMatchObject({ price: 150, source: 'feed' });
    const alert = {
      what: 'a market price is not believed',
      symbol: 'SOL',
      doubted: [{ provider: 'kraken', price: '15.000000000000' }],
      believed: '150.000000000000',
      last: '150.000000000000',
    };
    expect(live.alerts()).toEqual([alert]);

    live.feeds.behave.coingecko = { status: 503 };
    live.feeds.behave.bitfinex = { status: 503 };
    await live.round(2 * MINUTE_MS);
    expect(await sol()).toMatchObject({ price: 150 });
    live.feeds.behave.coingecko = { prices: { SOL: '15.2' } };
    await live.round(2 * MINUTE_MS);
    expect(await sol()).toMatchObject({ price: 15, source: 'feed' });
    live.say(PRICES);
    await live.round(2 * MINUTE_MS);
    expect(await sol()).toMatchObject({ price: 150, source: 'feed' });
    expect(live.alerts()).toEqual([]);
  });

  test('stay at the last known value while all are down; after ten minutes no money moves by them', async () => {
    live.feeds.behave.kraken = { raw: '{"error":["EService:Unavailable"]}' };
    live.feeds.behave.coingecko = 'cut';
    live.feeds.behave.bitfinex = { raw: '["error",10020,"symbols: invalid"]' };
    for (let minutes = 0; minutes < 8; minutes += 2) await live.round(2 * MINUTE_MS);
    expect(await sol()).toMatchObject({ price: 150, source: 'feed' });
    expect(await quoted()).toBe('1.50000000');
    expect(live.alerts()).toEqual([]);

    for (let minutes = 0; minutes < 4; minutes += 2) await live.round(2 * MINUTE_MS);
    expect(await sol()).toMatchObject({ price: 150, source: 'last-known' });
    expect(await quoted()).toBe('PRICE_STALE');
    expect(live.alerts()).toMatchObject([{ what: 'there is no fresh SOL price' }]);

    live.asked();
    for (let minutes = 0; minutes < 40; minutes += 2) await live.round(2 * MINUTE_MS);
    expect(live.asked().kraken).toBeLessThan(8);
    expect(live.alerts()).toEqual([]);

    live.say({ ...PRICES, SOL: '180' });
    await live.round(10 * MINUTE_MS);
    expect(await sol()).toMatchObject({ price: 180, source: 'feed' });
    expect(await quoted()).toBe('1.80000000');
  });
});
