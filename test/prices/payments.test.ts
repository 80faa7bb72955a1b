import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDeposits } from '#contract/payments/admin-deposits';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { type LiveWorld, openLive } from './live-world.ts';

/** An unquoted payment of 9.87 SOL buys 0.01 LMT per USD of the SOL price. */
describe('unquoted payments priced by the feed', () => {
  let live: LiveWorld;
  beforeAll(async () => {
    live = await openLive(null);
  });
  afterAll(() => live.close());

  test('wait for the first price, which takes two providers', async () => {
    const { world } = live;
    expect(live.alerts()).toMatchObject([{ what: 'there is no fresh SOL price' }]);
    const [posting, silent] = [await world.user(), await world.user()];
    const posted = await posting.pay('SOL', '9.87');
    await silent.pay('SOL', '4.935');
    await world.pass(2 * SECOND_MS);
    expect((await posting.post('SOL', '9.87', posted)).body).toMatchObject({ status: 'pending' });
    for (const _ of [1, 2, 3]) await live.round(2 * MINUTE_MS);
    expect(await posting.onlyBond()).toMatchObject({ status: 'pending' });
    expect(await silent.bonds()).toEqual([]);

    // The first price takes two that agree; later prices change nothing.
    live.feeds.behave.coingecko = { prices: { SOL: '100.00' } };
    await live.round(10 * MINUTE_MS);
    expect(await posting.onlyBond()).toMatchObject({ status: 'pending' });
    live.alerts();
    live.feeds.behave.bitfinex = { prices: { SOL: '100' } };
    await live.round(10 * MINUTE_MS);
    live.say({ SOL: '110' });
    await live.round(2 * MINUTE_MS);
    expect(await posting.onlyBond()).toMatchObject({
      status: 'confirmed',
      lmtAmount: '1.00000000',
    });
    expect(await silent.onlyBond()).toMatchObject({ status: 'confirmed', lmtAmount: '0.50000000' });
    expect((await (await world.owner())(listDeposits)).body).toEqual([]);
  });

  test('are priced at their block time, however late they are seen', async () => {
    const { world } = live;
    live.say({ SOL: '110' });
    await live.round(2 * MINUTE_MS);
    const user = await world.user();
    const paid = await user.pay('SOL', '9.87');
    live.say({ SOL: '120' });
    await live.round(2 * MINUTE_MS);
    expect((await user.post('SOL', '9.87', paid)).body).toMatchObject({ lmtAmount: '1.10000000' });
  });

  test('wait for the end of an outage that began before them', async () => {
    const { world } = live;
    live.feeds.behave.kraken = { status: 500 };
    live.feeds.behave.bitfinex = { status: 500 };
    live.feeds.behave.coingecko = { status: 429, headers: { 'retry-after': '120' } };
    await live.round(11 * MINUTE_MS);
    expect(live.alerts()).toMatchObject([{ what: 'there is no fresh SOL price' }]);
    const user = await world.user();
    const paid = await user.pay('SOL', '9.87');
    await world.pass(2 * SECOND_MS);
    expect((await user.post('SOL', '9.87', paid)).body).toMatchObject({ status: 'pending' });
    live.say({ SOL: '125' });
    await live.round(2 * MINUTE_MS);
    await live.round(MINUTE_MS);
    expect(await user.onlyBond()).toMatchObject({ status: 'confirmed', lmtAmount: '1.25000000' });
  });
});
