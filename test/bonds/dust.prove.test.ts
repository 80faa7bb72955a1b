import { getTransferSolInstruction } from '@solana-program/system';
import { AccountRole, address } from '@solana/kit';
import { expect, test } from 'vitest';
import { SECOND_MS } from '#domain/base/time';
import { holderOf } from '#test/vaults/stakers';
import { World } from '#test/world';
import { sendWire, signed } from '#test/world/wallet';

test('a quoted payment is processed before earlier dust', async () => {
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
  // The chain returns nothing for the dust, which blocks the watcher.
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
  // The dust's own turn changes nothing afterwards.
  Object.assign(chain, { facts });
  await world.settle();
  await user.onlyBond();
  await world.close();
});

test('dust that names open quotes costs one call per transaction, however many quotes it names', async () => {
  const world = await World.open();
  const [user, honest] = [await holderOf(world, '1'), await world.user()];
  const references = [
    (await user.quote('SOL', '4.935')).reference,
    (await user.quote('USDC', '987')).reference,
    (await user.feeQuote('1')).reference,
  ].map((key) => ({ address: address(key), role: AccountRole.READONLY }));
  const { reference } = await honest.quote('SOL', '4.935');
  const count = 110;
  for (let amount = 1; amount <= count; amount += 1) {
    const destination = address(world.till.treasury);
    const dust = getTransferSolInstruction({ source: user.wallet, destination, amount });
    const naming = { ...dust, accounts: [...dust.accounts, ...references] };
    await sendWire(world.net, await signed(world.net, user.wallet, [naming]));
  }
  await honest.pay('SOL', '4.935', reference);
  await world.pass(15 * SECOND_MS);
  const { providerCalls } = world.node.parts;
  const fetched = () =>
    providerCalls
      .lines()
      .reduce((all, { method, calls }) => all + (method === 'getTransaction' ? calls : 0), 0);
  const before = fetched();
  await world.settle();
  expect(await honest.onlyBond()).toMatchObject({ status: 'confirmed' });
  expect(fetched() - before).toBeLessThan(1.5 * count);
  await world.close();
});
