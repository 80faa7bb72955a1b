import { getTransferSolInstruction } from '@solana-program/system';
import { address } from '@solana/kit';
import { expect, test } from 'vitest';
import { SECOND_MS } from '#domain/base/time';
import { World } from '#test/world';
import { sendWire, signed } from '#test/world/wallet';

test('a quoted payment is taken ahead of the dust that came before it', async () => {
  const world = await World.open();
  const [user, stranger] = [await world.user(), await world.fundedWallet()];
  const { reference } = await user.quote('SOL', '4.935');
  for (let i = 1; i <= 105; i += 1) {
    const dust = getTransferSolInstruction({
      source: stranger,
      destination: address(world.till.treasury),
      amount: i,
    });
    await sendWire(world.net, await signed(world.net, stranger, [dust]));
  }
  const paid = await user.pay('SOL', '4.935', reference);
  await world.pass(15 * SECOND_MS);
  // The chain shows nothing of the dust: the watcher cannot get past it.
  const { chain } = world.node.parts;
  const { facts } = chain;
  Object.assign(chain, {
    facts: (signature: string) =>
      signature === paid
        ? facts(signature)
        : Promise.resolve({ kind: 'unknown', reason: 'time-out' }),
  });
  await world.settle();
  expect(await user.onlyBond()).toMatchObject({ status: 'confirmed', transactionHash: paid });
  // Its own turn changes nothing any more.
  Object.assign(chain, { facts });
  await world.settle();
  await user.onlyBond();
  await world.close();
});
