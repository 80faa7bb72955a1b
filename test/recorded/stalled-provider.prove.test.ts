import { expect, test } from 'vitest';
import { SECOND_MS } from '#domain/base/time';
import type { ViewFault } from '#localnet/faults';
import { FINAL_MS } from '#test/sells/sellers';
import { World } from '#test/world';
import { IMPATIENT } from '#test/world/node';
import { SOUND, chainOfPools } from './provider-pools.ts';

/** Maximum lag of the local network: two minutes. */
const STANDS: ViewFault = { kind: 'lag', slots: 300 };

const world = World.forTests();

test('a payment is found if one provider is stalled', async () => {
  // Keeps account states for lagging nodes.
  world.net.faults.inject(STANDS, { methods: ['none'] });
  const user = await world.user();
  await world.settleAfter(150 * SECOND_MS);
  const chain = await chainOfPools(world, [[() => [STANDS]], [SOUND]]);
  const node = await world.restart({ chain, paymentWait: IMPATIENT });
  const { reference } = await user.quote('SOL', '1');
  await user.pay('SOL', '1', reference);
  await world.settleAfter(FINAL_MS, [node]);
  await world.settleAfter(2 * SECOND_MS, [node]);
  expect(await user.bonds()).toMatchObject([{ status: 'confirmed' }]);
});
