import { beforeAll, expect, test } from 'vitest';
import { approveSell, listAllSells } from '#contract/payouts/admin-sells';
import { getAnalytics } from '#contract/portfolio/portfolio';
import { cancelSell, getEligibility, listSells, sellLmt } from '#contract/sells/sells';
import { DAY_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { held } from '#test/world/wallet';

onOneDatabase('worked example of a sell request', (fresh) => {
  const world = World.forTests({ fresh, steady: false });
  let user: TestUser;
  beforeAll(async () => {
    user = await world.user();
  });

  test('is exact to the unit in request, approval and payment', async () => {
    await user.bonded('10');
    const { id } = await user.staked('5');
    await world.advance(7 * DAY_MS);
    expect((await user.withdraw(id, '1.78767123')).status).toBe(200);
    expect((await user.restake(id)).status).toBe(200);
    await world.advance(7 * DAY_MS);
    expect(await user.portfolio()).toMatchObject({ unstakedLMT: '6.78767123' });
    const eligible = await user.call(getEligibility, { params: { userId: user.id } });
    expect(eligible.body).toMatchObject({ eligible: true, remainingLimit: '3.39383561' });
    const asked = { userId: user.id, amount: '2.71506849', payoutToken: 'SOL' };
    const { status, body } = await user.call(sellLmt, { body: asked });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      lmtAmount: '2.71506849',
      sellFee: '0.40726028',
      netLMT: '2.30780821',
      payoutAmount: '11.733267054',
      payoutCurrency: 'SOL',
      fixedPrices: { lmtUSDC: '1016.832075', solUSD: '200.000000000000' },
      status: 'pending',
      queue: { place: 1, overdue: false },
    });
    const owner = await world.owner();
    expect((await owner(listAllSells)).body).toMatchObject({ pendingCount: 1, totalCount: 1 });
    const before = await held(world, user.address, 'SOL');
    const approved = await owner(approveSell, {
      params: { id: body.id },
      body: { notes: 'Approved' },
    });
    expect(approved.status, JSON.stringify(approved.body)).toBe(200);
    expect(approved.body).toMatchObject({ status: 'approved', payout: { status: 'sent' } });
    await world.settleAfter(20 * SECOND_MS);
    const [sold] = (await user.call(listSells, { params: { userId: user.id } })).body;
    expect(sold).toMatchObject({ status: 'approved', payout: { status: 'finalized' } });
    expect((await held(world, user.address, 'SOL')) - before).toBe(11_733_267_054n);
    expect((await user.call(cancelSell, { params: { id: body.id } })).status).toBe(409);
    const analytics = await user.call(getAnalytics, { params: { userId: user.id } });
    expect(analytics.body.feesPaid).toEqual({
      restake: '0.06256850',
      withdraw: '0.00000000',
      sell: '0.40726028',
      stake: '0.493500000',
    });
  });
});
