import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';

onOneDatabase('worked example of a vault', (fresh) => {
  const world = World.forTests({ fresh, steady: false });
  let user: TestUser;
  beforeAll(async () => {
    user = await world.user();
  });

  test('is exact to the unit from stake to unstake, restake and automatic restake', async () => {
    await user.bonded('10');
    const quote = await user.feeQuote('5');
    expect(quote).toMatchObject({ lamports: '493500000', feeSOL: '0.493500000', credit: '0' });
    expect(quote.display).toEqual({ amount: '0.493500000', tokenType: 'SOL' });
    const { id } = await user.staked('5');
    expect(await user.portfolio()).toMatchObject({ unstakedLMT: '5.00000000' });
    await world.advance(7 * DAY_MS);
    expect(await user.onlyStake()).toMatchObject({
      phase: 'window',
      amount: '5.00000000',
      rewardsAccrued: '0.95890410',
      totalRewardsEarned: '0.95890410',
      window: { withdrawable: '2.97945205', restakeFee: '0.015000', withdrawalFee: null },
    });
    const taken = await user.withdraw(id, '1.78767123');
    expect(taken.body).toMatchObject({
      withdrawn: '1.78767123',
      fee: '0.00000000',
      netAmount: '1.78767123',
      amount: '4.17123287',
      rewardsAccrued: '0.00000000',
    });
    const restaked = await user.restake(id);
    expect(restaked).toMatchObject({
      status: 200,
      body: { fee: '0.06256850', netAmount: '4.10866437', amount: '4.10866437', cycleNumber: 2 },
    });
    expect((await user.autoRestake(id, true)).body.autoRestakeEnabled).toBe(true);
    await world.advance(7 * DAY_MS);
    expect(await user.onlyStake()).toMatchObject({ rewardsAccrued: '0.78796302' });
    await world.advance(DAY_MS - HOUR_MS);
    expect(await user.onlyStake()).toMatchObject({ phase: 'window', cycleNumber: 2 });
    await world.advance(HOUR_MS);
    expect(await user.onlyStake()).toMatchObject({
      phase: 'running',
      cycleNumber: 3,
      amount: '4.88480794',
      lastRestakeType: 'auto',
      lastRestakeFeeAmount: '0.01181945',
    });
  });
});
