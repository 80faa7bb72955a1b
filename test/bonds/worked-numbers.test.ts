import { afterEach, describe, expect, test } from 'vitest';
import { getPortfolio } from '#contract/portfolio/portfolio';
import { World } from '#test/world';

describe('worked numbers of the specification', () => {
  const world = World.forTests();
  afterEach(() => world.expectSound());

  test('49.35 SOL buy 10 LMT, which are unstaked after a day', async () => {
    const user = await world.user();
    await user.bonded('10');
    const { body } = await user.call(getPortfolio, { params: { userId: user.id } });
    expect(body).toMatchObject({ unstakedLMT: '10.00000000', totalValueUSD: '9870.000000' });
    expect(await user.onlyBond()).toMatchObject({
      amount: '49.350000000',
      lmtAmount: '10.00000000',
      status: 'completed',
    });
  });
});
