import { AccountRole, type KeyPairSigner, address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  listOutsidePayouts,
  settlePayout,
  withdrawOutsidePayout,
} from '#contract/payouts/admin-payouts';
import { approveSell, rejectSell } from '#contract/payouts/admin-sells';
import { MINUTE_MS } from '#domain/base/time';
import { World } from '#test/world';
import { type Node, chainOn } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { newWallet, send, units, walletOf } from '#test/world/wallet';
import { FINAL_MS, sellNow, sellersIn } from './sellers.ts';

let world: World;
let wallet: KeyPairSigner;
beforeEach(async () => {
  wallet = await newWallet();
  const parts = { treasuryKey: null, owners: new Set<string>([wallet.address]) };
  world = await World.open({ parts });
});
afterEach(() => world.close());

/** Server with a new treasury address and key. */
async function withNewTreasury(): Promise<Node> {
  const { net, wallets } = world;
  const next = wallets.wallets[1]!;
  const chain = await chainOn(net, { ...wallets, wallets: [next] });
  const treasuryKey = (await walletOf(next.secretKey)).keyPair;
  const node = await world.restart({ chain, treasuryKey });
  for (let turn = 0; turn < 3; turn += 1) {
    await world.settle([node]);
    await world.pass(MINUTE_MS);
  }
  return node;
}

test('an outside payout of an earlier treasury is settled by its payment, and not given up unchecked', async () => {
  const owner = await world.owner(wallet);
  const sellers = await sellersIn(world, 2);
  const sells = await Promise.all(sellers.map((seller) => seller.asked('1', 'SOL')));
  for (const { id } of sells) {
    expect((await owner(approveSell, { params: { id }, body: {} })).status).toBe(202);
  }
  const { body: waiting } = await owner(listOutsidePayouts);
  const treasury = await world.ownerWallet();
  const pay = async (subject: string): Promise<string> => {
    const { amount, receiver } = waiting.find((each) => each.subject === subject)!;
    const paid = { destination: address(receiver), amount: units('SOL', amount) };
    const transfer = getTransferSolInstruction({ source: treasury, ...paid });
    const signature = await send(world.net, treasury, [transfer]);
    await world.pass(FINAL_MS);
    return signature;
  };
  const first = await pay(sells[0]!.id);
  const node = await withNewTreasury();
  // The earlier treasury's signers pay according to their list.
  const second = await pay(sells[1]!.id);
  const idOf = (subject: string) => waiting.find((each) => each.subject === subject)!.id;
  for (const { id: subject } of sells) {
    const given = { params: { id: idOf(subject) }, body: { reason: 'not now' } };
    const unsure = { status: 409, body: { code: 'PAYOUT_UNSURE' } };
    expect(await owner(withdrawOutsidePayout, given, node)).toMatchObject(unsure);
    const rejected = { params: { id: subject }, body: {} };
    expect(await owner(rejectSell, rejected, node)).toMatchObject(unsure);
  }
  for (const [i, signature] of [first, second].entries()) {
    const { id: subject } = sells[i]!;
    const given = { params: { id: idOf(subject) }, body: { signature } };
    expect((await owner(settlePayout, given, node)).status).toBe(200);
    expect(await sellNow(sellers[i]!, subject)).toMatchObject({ payout: { status: 'finalized' } });
  }
});

test('a late payment by an earlier treasury is found before the payout is made again', async () => {
  const owner = await world.owner(wallet);
  const [seller] = (await sellersIn(world, 1)) as [TestUser];
  const { id } = await seller.asked('1', 'SOL');
  const approve = (node?: Node) => owner(approveSell, { params: { id }, body: {} }, node);
  expect((await approve()).status).toBe(202);
  const [payout] = (await owner(listOutsidePayouts)).body;
  const given = { params: { id: payout!.id }, body: {} };
  expect((await owner(withdrawOutsidePayout, given)).status).toBe(200);
  const treasury = await world.ownerWallet();
  const transfer = getTransferSolInstruction({
    source: treasury,
    destination: address(payout!.receiver),
    amount: units('SOL', payout!.amount),
  });
  const named = { address: address(payout!.reference), role: AccountRole.READONLY };
  const accounts = [...transfer.accounts, named];
  const signature = await send(world.net, treasury, [{ ...transfer, accounts }]);
  await world.pass(FINAL_MS);
  const node = await withNewTreasury();
  expect((await approve(node)).body).toMatchObject({ payout: { signature } });
  expect(world.alerts.splice(0)).toMatchObject([{ signature }]);
  await world.settle([node]);
  expect(await sellNow(seller, id)).toMatchObject({ payout: { status: 'finalized', signature } });
});
