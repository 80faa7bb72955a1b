import { address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getHealth } from '#contract/alerts/health';
import { listMovements } from '#contract/treasury/admin-movements';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { World } from '#test/world';
import { type Node, chainOn } from '#test/world/node';

const FINAL_MS = 15 * SECOND_MS;

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(() => world.close());

/** Server whose treasury is a wallet of the local network, by index. */
async function withTreasury(place: number): Promise<Node> {
  const { net, wallets } = world;
  const chain = await chainOn(net, { ...wallets, wallets: [wallets.wallets[place]!] });
  return world.restart({ chain, treasuryKey: null });
}

/** Runs a server for some minutes, enough for a balance comparison. */
async function works(node: Node): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await world.settleAfter(turn === 0 ? FINAL_MS : 10 * MINUTE_MS, [node]);
  }
}

test('a treasury that returns to an earlier address adds up, however often', async () => {
  const payer = await world.user();
  await payer.bond('SOL', '4.935');
  await works(world.node);
  const owner = await world.owner();
  for (const place of [1, 0, 1, 0]) {
    const node = await withTreasury(place);
    await works(node);
    await world.net.airdrop(node.parts.chain.till.treasury, 1_000_000_000n);
    await works(node);
    const { body: movements } = await owner(listMovements, {}, node);
    const differences = movements.figures.map((each) => Number(each.difference));
    expect(differences, `at ${place}`).toEqual([0, 0]);
    const { body: health } = await owner(getHealth, {}, node);
    expect(health.alerts.map(({ code }) => code)).not.toContain('MOVEMENTS_DIFFER');
  }
});

test('payments to an address made while another was the treasury count when it returns', async () => {
  const user = await world.user();
  await works(world.node);
  await works(await withTreasury(1));
  const destination = address(world.till.treasury);
  const paid = { source: user.wallet, destination, amount: 4_935_000_000n };
  const signature = await user.send(getTransferSolInstruction(paid));
  await works(await withTreasury(0));
  expect(await user.onlyBond()).toMatchObject({ status: 'confirmed', transactionHash: signature });
});
