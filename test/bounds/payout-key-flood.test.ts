import { getTransferSolInstruction } from '@solana-program/system';
import { AccountRole, address } from '@solana/kit';
import { expect, test } from 'vitest';
import { approveSell } from '#contract/payouts/admin-sells';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { unknown } from '#server/kernel/rpc/answer';
import { payoutKeys } from '#server/kernel/chain/payout-keys';
import { FINAL_MS, sellNow, sellersIn } from '#test/sells/sellers';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { sendWire, signed } from '#test/world/wallet';

test('a seller’s transactions that name their payout’s key are read once each', async () => {
  const world = await World.open();
  const [user] = (await sellersIn(world, 1)) as [TestUser];
  const { id } = await user.asked('1');
  const { forSubject: key } = payoutKeys({ id: '', purpose: 'sell', subject: id });
  const named = 20;
  for (let amount = 1; amount <= named; amount += 1) {
    const destination = address(world.till.treasury);
    const dust = getTransferSolInstruction({ source: user.wallet, destination, amount });
    const naming = { address: address(key), role: AccountRole.READONLY };
    const sent = { ...dust, accounts: [...dust.accounts, naming] };
    await sendWire(world.net, await signed(world.net, user.wallet, [sent]));
  }
  await world.settleAfter(FINAL_MS);
  const fetched = () =>
    world.node.parts.providerCalls
      .lines()
      .reduce((all, { method, calls }) => all + (method === 'getTransaction' ? calls : 0), 0);
  const before = fetched();
  const { chain } = world.node.parts;
  const { send } = chain;
  // Nothing arrives, so each run looks for the payout.
  Object.assign(chain, { send: () => Promise.resolve({ kind: 'sent' }) });
  const owner = await world.owner();
  expect((await owner(approveSell, { params: { id }, body: {} })).status).toBe(200);
  for (let turns = 0; turns < 5; turns += 1) {
    await world.settleAfter(2 * SECOND_MS);
  }
  expect(fetched() - before).toBeLessThan(1.5 * named);
  Object.assign(chain, { send });
  await world.settleAfter(FINAL_MS);
  await world.settleAfter(FINAL_MS);
  expect((await sellNow(user, id)).payout?.status).toBe('finalized');
  await world.close();
});

test('a payout whose key too many transactions name is refused with that reason, not as an outage', async () => {
  const world = await World.open();
  const [user] = (await sellersIn(world, 1)) as [TestUser];
  const { id } = await user.asked('1');
  const { chain } = world.node.parts;
  const { findReferencing } = chain;
  Object.assign(chain, { findReferencing: () => Promise.resolve(unknown('too-large')) });
  const owner = await world.owner();
  const { body } = await owner(approveSell, { params: { id }, body: {} });
  expect(body).toMatchObject({ code: 'PAYOUT_IMPOSSIBLE' });
  Object.assign(chain, { findReferencing });
  expect((await user.cancelSell(id)).status).toBe(200);
  await world.close();
});

test('a void payout ends, however many transactions name its key', async () => {
  const world = await World.open();
  const [user] = (await sellersIn(world, 1)) as [TestUser];
  const { id } = await user.asked('1');
  const { chain } = world.node.parts;
  const { findReferencing, send } = chain;
  const owner = await world.owner();
  Object.assign(chain, { send: () => Promise.resolve({ kind: 'sent' }) });
  expect((await owner(approveSell, { params: { id }, body: {} })).status).toBe(200);
  const tooMany = () => Promise.resolve(unknown('too-large'));
  Object.assign(chain, { send, findReferencing: tooMany });
  // After two minutes without landing, its nonce is advanced.
  for (let turns = 0; turns < 6; turns += 1) await world.settleAfter(MINUTE_MS);
  expect((await sellNow(user, id)).payout?.status).toBe('failed');
  expect(world.alerts.splice(0)).toMatchObject([{ what: 'a payout failed' }]);
  Object.assign(chain, { findReferencing });
  expect((await user.cancelSell(id)).status).toBe(200);
  await world.close();
});
