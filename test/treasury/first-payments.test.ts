import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/base/time';
import { World } from '#test/world';
import { expectReconciled, watched } from './reconciled.ts';

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(() => world.close());

test('a payment from before an account’s first recorded transaction is found by the reconcile pass, and stays in the opening balance', async () => {
  const [missed, first] = [await world.user(), await world.user()];
  const quote = await missed.quote('USDC', '98.7');
  const signature = await missed.pay('USDC', '98.7', quote.reference);
  const fill = world.net.faults.inject({ kind: 'hole', signature });
  await world.pass(MINUTE_MS);
  const bond = await first.bond('USDC', '98.7');
  await watched(world);
  expect(await first.onlyBond()).toMatchObject({ id: bond.id, status: 'confirmed' });
  expect(await missed.bonds()).toEqual([]);
  fill();
  await world.settleAfter(10 * MINUTE_MS);
  expect(await missed.onlyBond()).toMatchObject({
    status: 'confirmed',
    transactionHash: signature,
  });
  await world.settleAfter(10 * MINUTE_MS);
  await expectReconciled(world, await world.owner());
  await world.expectSound();
});
