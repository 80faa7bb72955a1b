import { afterEach, expect, test } from 'vitest';
import { moveClock } from '#contract/base/local';
import { changeRevenue, changeSettings } from '#contract/terms/settings';
import { getTransparency } from '#contract/treasury/treasury';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '#domain/base/time';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';

interface Point {
  readonly granularity: 'hour' | 'day';
  readonly at: number;
  readonly [figure: string]: unknown;
}

onOneDatabase('treasury points over time', (fresh) => {
  const world = World.forTests({ fresh });
  const owner = world.ownerForTests();
  afterEach(() => world.expectSound());

  const now = () => readClock(world.node.parts.database);
  const points = () => world.rows<Point>('select * from treasury_points order by at, granularity');
  const last = async () => (await points()).at(-1)!;
  /** Advances to `byMs` after the next midnight, without running jobs. */
  const passMidnight = async (byMs: number): Promise<number> => {
    const from = await now();
    const midnight = from - (from % DAY_MS) + DAY_MS;
    await world.pass(midnight + byMs - from);
    return midnight;
  };

  test('opening a database makes a point for the current hour', async () => {
    const hour = (await points()).find(({ granularity }) => granularity === 'hour');
    expect(hour!.at % HOUR_MS).toBe(0);
    expect((await now()) - hour!.at).toBeLessThan(2 * HOUR_MS);
  });

  test('each hour and midnight gets one point, whichever of three nodes comes first', async () => {
    const nodes = await world.nodes(3);
    const midnight = await passMidnight(MINUTE_MS);
    const before = (await points()).length;
    await world.settle(nodes);
    await world.settle(nodes);
    const added = (await points()).slice(before);
    expect(added.map(({ granularity, at }) => [granularity, at])).toEqual([
      ['day', midnight],
      ['hour', midnight],
    ]);
    expect(added[1]).toEqual({ ...added[0], granularity: 'hour' });
    await world.settleAfter(HOUR_MS, nodes);
    expect((await points()).slice(before + 2)).toMatchObject([
      { granularity: 'hour', at: midnight + HOUR_MS },
    ]);
  });

  test('a point contains the figures of its instant', async () => {
    const user = await world.user();
    await user.bonded('10');
    const stake = await user.staked('4');
    const { body } = await world.call(moveClock, { body: { advanceMs: DAY_MS } });
    const point = await last();
    const { vaultStartTime } = await user.onlyStake();
    expect(stake.id).toBe((await user.onlyStake()).id);
    const ranMs = BigInt(point.at - Date.parse(vaultStartTime!));
    const accrued = (400_000_000n * 100_000n * ranMs) / (10_000n * 365n * BigInt(DAY_MS));
    expect(Date.parse(body.now) - point.at).toBeLessThan(HOUR_MS);
    expect(point).toMatchObject({
      supply: '1000000000',
      liabilities_lmt: String(1_000_000_000n + accrued),
      liabilities_usd: String(((1_000_000_000n + accrued) * 987_000_000n) / 100_000_000n),
      staked_lmt: '400000000',
      apy: 100_000n,
      daily_cost_usd: '108164383',
      daily_revenue_usd: '7500000000',
      lmt_price: 987_000_000n,
    });
    const { holdings_usd: held, liabilities_usd: owed, coverage } = point as Record<string, string>;
    expect(BigInt(coverage!)).toBe((BigInt(held!) * 100n) / BigInt(owed!));
    expect(BigInt(held!) > 1_000_000_000_000n).toBe(true);
  });

  test('a point made less than an hour late uses settings and prices of its own instant', async () => {
    await owner(changeSettings, { body: { lmtPriceUSDC: '1000', lmtPriceSOL: '5' } });
    const midnight = await passMidnight(50 * MINUTE_MS);
    await owner(changeSettings, { body: { lmtPriceUSDC: '2000', lmtPriceSOL: '2' } });
    await owner(changeRevenue, { body: { currentAPY: 5000, yieldFarming: 0 } });
    await world.settle();
    const [day, hour] = (await points()).slice(-2);
    for (const point of [day!, hour!]) {
      expect(point).toMatchObject({
        at: midnight,
        lmt_price: 1_000_000_000n,
        apy: 100_000n,
        daily_revenue_usd: '7500000000',
      });
    }
    const { body } = await world.call(getTransparency, { query: { range: '24h' } });
    const point = body.history.at(-1)!;
    expect(Number(body.holdingsUSD)).toBeGreaterThan(Number(point.holdingsUSD));
    expect(body).toMatchObject({ lmtPriceUSDC: '2000.000000', currentAPY: '5000.00' });
    expect(point).toMatchObject({ lmtPriceUSDC: '1000.000000', currentAPY: '1000.00' });
    await owner(changeSettings, { body: { lmtPriceUSDC: '987', lmtPriceSOL: '4.935' } });
    await owner(changeRevenue, { body: { currentAPY: 1000, yieldFarming: 3000 } });
  });

  test('a point that is later than that is left out', async () => {
    const before = (await points()).length;
    const midnight = await passMidnight(5 * HOUR_MS + MINUTE_MS);
    await world.settle();
    expect((await points()).slice(before)).toMatchObject([
      { granularity: 'hour', at: midnight + 5 * HOUR_MS },
    ]);
  });

  test('points are charted by hour or day, from the first to the last', async () => {
    const all = await points();
    const history = async (range?: string) => {
      const { body } = await world.call(getTransparency, range ? { query: { range } } : {});
      expect(body.range).toBe(range ?? '30d');
      return body.history.map(({ at }) => Date.parse(at));
    };
    const at = await now();
    const hours = all.filter(({ granularity }) => granularity === 'hour').map((p) => p.at);
    expect(await history('24h')).toEqual(hours.filter((hour) => hour >= at - DAY_MS));
    expect(await history('7d')).toEqual(hours.filter((hour) => hour >= at - WEEK_MS));
    // A day without a point at midnight shows its first one.
    const days = new Map<number, number>();
    for (const { at: of } of all) {
      const day = of - (of % DAY_MS);
      if (!days.has(day)) days.set(day, of);
    }
    expect([...days.values()].some((first) => first % DAY_MS !== 0)).toBe(true);
    for (const range of [undefined, '90d', '1y', 'all']) {
      expect(await history(range)).toEqual([...days.values()]);
    }
  });

  test('without the chain, points use balances of the last hour, and stop after that', async () => {
    await world.settle();
    world.net.faults.inject({ kind: 'bad-gateway' });
    const start = await now();
    await world.settleAfter(HOUR_MS - (start % HOUR_MS) + MINUTE_MS);
    const kept = await last();
    expect(kept.at).toBe(start - (start % HOUR_MS) + HOUR_MS);
    await world.settleAfter(2 * HOUR_MS);
    expect((await last()).at).toBe(kept.at);
    world.net.faults.clear();
    await world.settleAfter(10 * MINUTE_MS);
    expect((await last()).at).toBe(kept.at + 2 * HOUR_MS);
  });

  test('a point is never overwritten', async () => {
    for (const change of ['update treasury_points set supply = 1', 'delete from treasury_points']) {
      await expect(world.rows(change)).rejects.toThrow(/append-only/);
    }
    await expect(world.rows('truncate treasury_points')).rejects.toThrow(/append-only/);
  });
});
