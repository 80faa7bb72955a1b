import { beforeAll, expect, test } from 'vitest';
import { getUser } from '#contract/users/auth';
import {
  exportHistory,
  getAnalytics,
  getHistory,
  getTransactions,
} from '#contract/portfolio/portfolio';
import { sellLmt } from '#contract/sells/sells';
import { DAY_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';

onOneDatabase('portfolio and history', (fresh) => {
  const world = World.forTests({ fresh });
  let user: TestUser;
  let params: { userId: string };
  beforeAll(async () => {
    user = await (await world.user()).bonded('10');
    params = { userId: user.id };
  });

  test('LMT of a user are counted exactly once through all stages', async () => {
    const { id } = await user.staked('5', true);
    expect(await user.portfolio()).toMatchObject({
      totalStaked: '5.00000000',
      unstakedLMT: '5.00000000',
      pendingRewards: expect.stringMatching(/^0\.0000/) as string,
      inEscrow: '0.00000000',
      activeStakes: [{ id, status: 'active', phase: 'running' }],
    });
    await world.advance(7 * DAY_MS);
    const asked = { userId: user.id, amount: '1', payoutToken: 'USDC' };
    expect((await user.call(sellLmt, { body: asked })).status).toBe(201);
    expect(await user.portfolio()).toMatchObject({
      totalStaked: '5.00000000',
      pendingRewards: '0.95890410',
      totalEarnings: '0.95890410',
      unstakedLMT: '4.00000000',
      inEscrow: '1.00000000',
      inBonding: '0.00000000',
      totalLMT: '10.95890410',
      totalValueUSD: '10816.438346',
      feeCredit: '0.000000000',
    });
    await user.bond('USDC', '987');
    expect(await user.portfolio()).toMatchObject({
      inBonding: '1.00000000',
      totalLMT: '11.95890410',
      activeBonds: [{ status: 'confirmed' }],
    });
  });

  test('LMT released by a window’s end are shown before any sweep', async () => {
    const { id } = await user.onlyStake();
    expect((await user.autoRestake(id, false)).status).toBe(200);
    await world.pass(DAY_MS);
    const released = { unstakedLMT: '9.95890410' };
    expect(await user.portfolio()).toMatchObject({ ...released, totalStaked: '0.00000000' });
    const named = { params: { walletAddress: user.address } };
    expect((await user.call(getUser, named)).body).toMatchObject(released);
    expect(await user.onlyStake()).toMatchObject({ status: 'completed' });
    await world.settle();
    expect(await user.portfolio()).toMatchObject(released);
  });

  test('analytics compare each cycle’s rewards with the APY shown', async () => {
    const { body } = await user.call(getAnalytics, { params });
    expect(body.cycles).toMatchObject([
      {
        cycleNumber: 1,
        principal: '5.00000000',
        rewards: '0.95890410',
        apyShown: '1000.00',
        apyReceived: '1000.00',
      },
    ]);
    const { totalLMT, totalValueUSD, totalEarnings } = await user.portfolio();
    const { curve } = (await user.call(getAnalytics, { params })).body;
    expect(curve.at(-1)).toMatchObject({ totalLMT, totalValueUSD, earned: totalEarnings });
    expect(curve[0]).toMatchObject({ totalLMT: '10.00000000', earned: '0.00000000' });
    const times = curve.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(body.realised).toEqual({
      rewards: '0.95890410',
      apyShown: '1000.00',
      apyReceived: '1000.00',
    });
    expect(body.feesPaid).toMatchObject({ stake: '0.493500000', sell: '0.00000000' });
    expect(body.bonded).toEqual({ SOL: '49.350000000', USDC: '987.000000', LMT: '11.00000000' });
  });

  test('history lists every item once, newest first, with totals that add up', async () => {
    const { all, summary } = (await user.call(getHistory, { params })).body;
    expect(all.map(({ type, status }) => [type, status])).toEqual([
      ['withdraw', 'completed'],
      ['bond', 'pending'],
      ['sell', 'pending'],
      ['stake', 'completed'],
      ['bond', 'completed'],
    ]);
    expect(summary).toMatchObject({
      totalTransactions: 5,
      feesByToken: { LMT: '0.15000000', SOL: '0.493500000', USDC: '0.000000' },
      totalFees: '246.750000',
    });
    // Fees of the sale and the stake, each in USD at its own time.
    expect(all.map(({ feeUSD }) => feeUSD)).toEqual([
      '0.000000',
      '0.000000',
      '148.050000',
      '98.700000',
      '0.000000',
    ]);
    const { body } = await user.call(getTransactions, { params });
    expect(body.map(({ amount }) => amount.startsWith('-'))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
    const unsigned = body.map((item) => ({ ...item, amount: item.amount.replace('-', '') }));
    expect(all).toMatchObject(unsigned);
  });

  test('the export contains the whole history, or the filtered part', async () => {
    const whole = await user.call(exportHistory, { params });
    expect(whole.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = whole.body.split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe('Reference,Type,Date,Amount,Token,Fee,Fee Token,Status,Hash,Note');
    expect(lines[3]).toMatch(
      /^SELL-\d{8}-\d{6},sell,.*,1\.00000000,LMT,0\.15000000,LMT,pending,,$/,
    );
    const bonds = await user.call(exportHistory, { params, query: { type: 'bond' } });
    expect(bonds.body.split('\r\n')).toHaveLength(4);
    const stranger = await world.user();
    expect((await stranger.call(exportHistory, { params })).status).toBe(403);
    expect((await world.call(exportHistory, { params })).status).toBe(401);
    const wrong = await user.call(exportHistory, { params, query: { from: 'yesterday' } });
    expect(wrong.status).toBe(400);
  });

  test('the portfolio’s lists equal those of their own calls', async () => {
    const [first, second] = [await user.stake('1'), await user.stake('2')];
    await user.bond('USDC', '98.7');
    const { activeBonds, activeStakes, recentTransactions } = await user.portfolio();
    expect(activeStakes.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await user.stakes()).toEqual(expect.arrayContaining(activeStakes));
    expect(activeBonds).toHaveLength(2);
    expect((await user.bonds()).slice(0, 2)).toEqual(activeBonds);
    const { all } = (await user.call(getHistory, { params })).body;
    expect(all.slice(0, 10)).toMatchObject(recentTransactions);
  });
});
