import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import type { Node } from '#test/world/node';
import { type LiveWorld, openLive } from './live-world.ts';
import { PROVIDERS } from './stub-feeds.ts';

onOneDatabase('price feed of several nodes', (fresh) => {
  let live: LiveWorld;
  let nodes: readonly Node[];
  beforeAll(async () => {
    live = await openLive({ SOL: '150', BTC: '97000' }, fresh);
    nodes = [
      live.world.node,
      await live.world.restart(live.parts()),
      await live.world.restart(live.parts()),
    ];
  });
  afterAll(() => live.close());

  const follow = (): Promise<unknown> =>
    Promise.all(nodes.map(({ scheduler }) => scheduler.runAll()));

  test('fetches prices once per round, and writes each price once', async () => {
    live.asked();
    const before = await live.world.count('market_prices');
    for (const price of ['151', '152', '153']) {
      live.say({ SOL: price, BTC: '97000' });
      await live.world.pass(2 * MINUTE_MS);
      await follow();
      expect(live.asked()).toEqual({ kraken: 1, bitfinex: 1, coingecko: 1 });
    }
    expect(await live.world.count('market_prices')).toBe(before + 6);
  });

  test('fetches once in half a minute while no provider responds', async () => {
    for (const name of PROVIDERS) live.feeds.behave[name] = { status: 500 };
    await live.world.pass(2 * MINUTE_MS);
    await follow();
    await follow();
    expect(live.asked()).toEqual({ kraken: 1, bitfinex: 1, coingecko: 1 });
    await live.world.pass(30 * SECOND_MS);
    await follow();
    expect(live.asked()).toEqual({ kraken: 1, bitfinex: 1, coingecko: 1 });
  });

  test('discards the results of a node that was paused during its fetch', async () => {
    const { priceProviders = [] } = live.parts();
    const [first, ...others] = priceProviders;
    const still = {
      ...first!,
      reports: async () => {
        const said = await first!.reports();
        await live.world.pass(2 * MINUTE_MS);
        return said;
      },
    };
    const node = await live.world.restart({
      ...live.parts(),
      priceProviders: [still, ...others],
    });
    live.say({ SOL: '154', BTC: '97000' });
    await live.world.pass(2 * MINUTE_MS);
    const before = await live.world.count('market_prices');
    await node.scheduler.runAll();
    expect(await live.world.count('market_prices')).toBe(before);
  });
});
