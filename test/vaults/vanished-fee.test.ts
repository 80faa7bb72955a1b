import { expect, test } from 'vitest';
import { editVault } from '#contract/vaults/admin-vaults';
import { getAnalytics, getHistory } from '#contract/portfolio/portfolio';
import { SECOND_MS } from '#domain/base/time';
import { World } from '#test/world';
import { sendWire, signatureOf } from '#test/world/wallet';
import { holderOf } from './stakers.ts';

const world = World.forTests();

test('a stake’s history line stays failed if the owner reopens the stake without its fee', async () => {
  const user = await holderOf(world, '10');
  const { reference } = await user.feeQuote('1');
  const wire = await user.signedPayment('SOL', '0.0987', reference);
  world.net.faults.inject({ kind: 'roll-back', afterSlots: 10 }, { times: 1 });
  await sendWire(world.net, wire);
  await world.pass(2 * SECOND_MS);
  const { body } = await user.postStake('1', signatureOf(wire));
  await world.settleAfter(20 * SECOND_MS);
  expect(await user.onlyStake()).toMatchObject({ voided: true });
  const edit = { params: { vaultId: body.id }, body: { status: 'vesting', amount: '1' } };
  expect((await (await world.owner())(editVault, edit)).status).toBe(200);
  const params = { userId: user.id };
  const history = await user.call(getHistory, { params });
  expect(history.body.all).toMatchObject([
    { type: 'stake', status: 'completed', note: 'Vault reopened by the owner' },
    { type: 'stake', status: 'failed', fee: '0.098700000' },
  ]);
  expect(history.body.summary.feesByToken.SOL).toBe('0.000000000');
  expect((await user.call(getAnalytics, { params })).body.feesPaid.stake).toBe('0.000000000');
  await world.expectSound();
});
