import { afterEach, beforeEach, expect, test } from 'vitest';
import { getBlockchainAudit } from '#contract/audit/chain-audit';
import { listParked } from '#contract/payments/admin-deposits';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { holderOf } from '#test/vaults/stakers';
import { World } from '#test/world';
import { type Node, chainOn } from '#test/world/node';

const FINAL_MS = 15 * SECOND_MS;

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(() => world.close());

/** Server whose treasury has another address, on the same database and chain. */
async function withNewTreasury(): Promise<Node> {
  const { net, wallets } = world;
  const [, next] = wallets.wallets;
  return world.restart({ chain: await chainOn(net, { ...wallets, wallets: [next!] }) });
}

test('payments taken at confirmed before a change of treasury become final, and are not fake', async () => {
  const [payer, staker] = [await world.user(), await holderOf(world, '10')];
  const bond = await payer.bond('SOL', '4.935');
  const stake = await staker.stake('1');
  expect(stake.feeFinalized).toBe(false);
  const node = await withNewTreasury();
  await world.settleAfter(FINAL_MS, [node]);
  expect(await staker.onlyStake()).toMatchObject({ feeFinalized: true, voided: false });
  expect(await payer.onlyBond()).toMatchObject({ id: bond.id, status: 'confirmed' });
  await world.pass(DAY_MS);
  const { body: audit } = await (await world.owner())(getBlockchainAudit, {}, node);
  expect(audit.summary.fakeBonds).toBe(0);
  expect((await payer.claim(bond.id, node)).status).toBe(200);
});

test('a payment parked before a change of treasury stays in the owner’s list', async () => {
  const user = await world.user();
  const signature = await user.pay('SOL', '4.935');
  await world.pass(FINAL_MS);
  await world.rows(
    `insert into parked_transactions (signature, since) values ($1, protocol_now())`,
    [signature],
  );
  const node = await withNewTreasury();
  await world.settle([node]);
  const { body } = await (await world.owner())(listParked, {}, node);
  expect(body).toMatchObject([{ signature, tries: 1 }]);
  expect(body[0]?.error).toContain('of before the treasury had its address');
  // A server with the address that was paid still processes it.
  await world.settleAfter(2 * MINUTE_MS);
  expect(await world.count('parked_transactions')).toBe(0);
});

test('transactions missed before a change of treasury are parked by the daily pass, unless taken meanwhile', async () => {
  const [silent, payer] = [await world.user(), await world.user()];
  await world.settle();
  const signature = await silent.pay('SOL', '4.935');
  const dust = await silent.pay('SOL', '0.000009999');
  const holes = [signature, dust].map((each) =>
    world.net.faults.inject({ kind: 'hole', signature: each }),
  );
  const bond = await payer.bond('SOL', '4.935');
  await world.settleAfter(FINAL_MS);
  await world.rows('delete from processed_transactions where signature = $1', [
    bond.transactionHash,
  ]);
  for (const fill of holes) fill();
  const node = await withNewTreasury();
  await world.settleAfter(DAY_MS, [node]);
  const { body } = await (await world.owner())(listParked, {}, node);
  expect(body).toMatchObject([{ signature }]);
  expect(body[0]?.error).toContain('of before the treasury had its address');
  const rows = await world.rows<{ signature: string }>(
    'select signature from processed_transactions where signature = any(array[$1, $2])',
    [dust, bond.transactionHash],
  );
  expect(rows).toHaveLength(2);
});
