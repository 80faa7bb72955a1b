import { type KeyPairSigner, address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getTransferCheckedInstruction } from '@solana-program/token';
import { beforeAll, expect, test } from 'vitest';
import { directAccess } from '#contract/users/admin-session';
import { getBlockchainAudit } from '#contract/audit/chain-audit';
import { getHealth } from '#contract/alerts/health';
import { listMovements } from '#contract/treasury/admin-movements';
import { approveSell } from '#contract/payouts/admin-sells';
import { getNonce } from '#contract/users/auth';
import { getStatus } from '#contract/terms/protocol';
import { DAY_MS, MINUTE_MS } from '#domain/base/time';
import { nonceAdvance } from '#server/kernel/chain/nonce-transactions';
import { treasuryKeyOf } from '#server/start/treasury-key';
import { only } from '#server/kernel/db/database';
import { Balances, payoutOf } from '#test/sells/treasury';
import { FINAL_MS, sellNow, sellersIn } from '#test/sells/sellers';
import { World } from '#test/world';
import { callApp } from '#test/world/call';
import { type Node, chainOn } from '#test/world/node';
import { type TestUser, signIn } from '#test/world/user';
import { adminProof, held, send, sendWire, tokenAccount } from '#test/world/wallet';

/** Fee of one signature, in lamports. */
const FEE = 5_000n;

const world = World.forTests();
let sellers: TestUser[];
beforeAll(async () => {
  sellers = await sellersIn(world, 2);
}, 120_000);

/** Owner headers at a node; null if the wallet is no owner there. */
async function ownerAt(node: Node, wallet: KeyPairSigner): Promise<Record<string, string> | null> {
  const { sessionToken } = await signIn(node, wallet);
  const proof = await adminProof(
    wallet,
    async (body) => (await world.call(getNonce, { body }, node)).body,
  );
  const headers = { 'x-session-token': sessionToken };
  const { status, body } = await callApp(node.app, directAccess, { body: proof, headers });
  return status === 200 ? { 'x-admin-session': body.sessionToken } : null;
}

test('removing a wallet from OWNER_WALLET ends its open sessions at once', async () => {
  const [first, second] = [await world.ownerWallet(), await world.fundedWallet()];
  const both = await world.restart({ owners: new Set([first.address, second.address]) });
  const look = async (node: Node, headers: Record<string, string> | null) =>
    (await callApp(node.app, getHealth, { headers: headers ?? {} })).status;
  const opened = [await ownerAt(both, first), await ownerAt(both, second)];
  for (const headers of opened) expect(await look(both, headers)).toBe(200);

  const rotated = await world.restart({ owners: new Set([second.address]) });
  expect(await look(rotated, opened[0]!)).toBe(403);
  expect(await look(rotated, opened[1]!)).toBe(200);
  expect(await ownerAt(rotated, first)).toBeNull();
});

test('rotating the nonce authority during a payout makes a new pool, and pays each request once', async () => {
  const owner = await world.owner();
  const [one, two] = sellers as [TestUser, TestUser];
  const sells = [await one.asked('1', 'SOL'), await two.asked('1', 'SOL')] as const;
  const balances = await Balances.of(world, one.address, 'SOL');
  const approve = (id: string, node: Node) =>
    owner(approveSell, { params: { id }, body: {} }, node);
  const land = world.net.faults.inject({ kind: 'drop' });
  expect((await approve(sells[0].id, world.node)).status).toBe(200);
  land();
  const stolen = world.node.parts.nonces;
  await world.rows(`delete from server_keys where name = 'nonce-authority'`);
  const rotated = await world.restart();
  expect(rotated.parts.nonces.authority).not.toBe(stolen.authority);
  const settled = (ms: number): Promise<void> => world.settleAfter(ms, [rotated]);

  // With the old key one can only advance the nonce, after which the payout is replaced.
  const nonce = only(
    await world.rows<{ account: string; value: string }>(
      `select nonce_account as account, nonce_value as value from payouts where subject = $1`,
      [sells[0].id],
    ),
  );
  await sendWire(world.net, (await nonceAdvance(nonce, stolen, 0)).transaction);
  await settled(FINAL_MS);
  await settled(2 * MINUTE_MS);
  await settled(FINAL_MS);
  expect(await sellNow(one, sells[0].id)).toMatchObject({ payout: { status: 'finalized' } });
  expect(await balances.paid()).toEqual([payoutOf(sells[0]), payoutOf(sells[0])]);

  expect((await approve(sells[1].id, rotated)).status).toBe(200);
  await settled(FINAL_MS);
  expect(await sellNow(two, sells[1].id)).toMatchObject({ payout: { status: 'finalized' } });
  const accounts = await world.rows<{ account: string }>(
    `select nonce_account as account from payouts where status = 'finalized' and nonce_account is not null`,
  );
  const own = rotated.parts.nonces.accounts.map(({ address }): string => address);
  expect(accounts.length).toBeGreaterThan(0);
  for (const { account } of accounts) expect(own).toContain(account);
});

/** Moves all treasury funds to another wallet, by hand. */
async function moveTo(world: World, receiver: string): Promise<void> {
  const { net, till } = world;
  const wallet = await world.ownerWallet();
  await net.mintTo(till.usdcMint, receiver, 0n);
  const usdc = getTransferCheckedInstruction({
    source: address(till.treasuryTokenAccount),
    mint: address(till.usdcMint),
    destination: await tokenAccount(receiver, till.usdcMint),
    authority: wallet,
    amount: await held(world, till.treasury, 'USDC'),
    decimals: 6,
  });
  await send(net, wallet, [usdc]);
  await world.pass(FINAL_MS);
  const amount = (await held(world, till.treasury, 'SOL')) - FEE;
  await send(net, wallet, [
    getTransferSolInstruction({ source: wallet, destination: address(receiver), amount }),
  ]);
  await world.pass(FINAL_MS);
}

test('rotating TREASURY_WALLET and its key moves payments and payouts to the new one, and its movements add up', async () => {
  const other = await World.open();
  try {
    const [seller] = (await sellersIn(other, 1)) as [TestUser];
    const owner = await other.owner();
    const sell = await seller.asked('1', 'SOL');
    // Earlier audit results stay valid.
    expect((await owner(getBlockchainAudit)).status).toBe(200);
    const [, next] = other.wallets.wallets;
    const early = await other.user();
    const toNext = { source: early.wallet, destination: address(next!.address) };
    const paid = await early.send(getTransferSolInstruction({ ...toNext, amount: 4_935_000_000n }));
    const waiting = await (await other.user()).pay('USDC', '987');
    await other.pass(FINAL_MS);
    await other.settle();
    await moveTo(other, next!.address);
    const chain = await chainOn(other.net, { ...other.wallets, wallets: [next!] });
    const { local } = other.node.parts;
    const treasuryKey = await treasuryKeyOf({ kind: 'default' }, local, next!.address);
    const rotated = await other.restart({ chain, treasuryKey });
    const settled = async (ms: number): Promise<void> => {
      await other.pass(ms);
      await other.settle([rotated]);
    };
    await settled(FINAL_MS);
    await settled(FINAL_MS);

    const at = { net: other.net, till: chain.till };
    const before = await held(at, next!.address, 'SOL');
    const balance = await held(at, seller.address, 'SOL');
    const approved = await owner(approveSell, { params: { id: sell.id }, body: {} }, rotated);
    expect(approved.status).toBe(200);
    await settled(FINAL_MS);
    await settled(FINAL_MS);
    expect(await sellNow(seller, sell.id)).toMatchObject({ payout: { status: 'finalized' } });
    expect(await held(at, seller.address, 'SOL')).toBe(balance + payoutOf(sell));
    expect(await held(at, next!.address, 'SOL')).toBeLessThanOrEqual(before - payoutOf(sell));
    expect((await other.call(getStatus, {}, rotated)).body.treasuryAddress).toBe(next!.address);

    for (let minute = 0; minute < 3; minute += 1) await settled(MINUTE_MS);
    const { body: movements } = await owner(listMovements, {}, rotated);
    expect(movements.figures.map((each) => Number(each.difference))).toEqual([0, 0]);
    const { body: health } = await owner(getHealth, {}, rotated);
    expect(health.alerts.map(({ code }) => code)).not.toContain('MOVEMENTS_DIFFER');
    expect(health.watcher.map((watched) => watched.address).toSorted()).toEqual(
      [chain.till.treasury, chain.till.treasuryTokenAccount].toSorted(),
    );
    // Payments that reached the old treasury in time are still decided.
    expect(await other.count('bonds where signature = $1', [waiting])).toBe(1);
    // Transfers to the new address before it was the treasury are no payments, posted or found by the watcher.
    const used = await other.count('payments');
    const posted = await early.on(rotated).post('SOL', '4.935', paid);
    expect(posted.body).toMatchObject({ code: 'DEPOSIT_BEFORE_START' });
    await settled(DAY_MS);
    await settled(2 * MINUTE_MS);
    await settled(FINAL_MS);
    expect(await other.count('payments')).toBe(used);
    const { body: later } = await owner(listMovements, {}, rotated);
    expect(later.figures.map((each) => Number(each.difference))).toEqual([0, 0]);
    const { body: audit } = await owner(getBlockchainAudit, {}, rotated);
    expect(audit.summary.fakeBonds).toBe(0);
  } finally {
    await other.close();
  }
});

test('a server that dies while adopting the new treasury leaves a consistent state', async () => {
  const other = await World.open();
  try {
    const owner = await other.owner();
    const [, next] = other.wallets.wallets;
    await moveTo(other, next!.address);
    await other.settle();
    const chain = await chainOn(other.net, { ...other.wallets, wallets: [next!] });
    const { local } = other.node.parts;
    const treasuryKey = await treasuryKeyOf({ kind: 'default' }, local, next!.address);
    const rotated = await other.restart({ chain, treasuryKey });
    await other.rows(`create function die() returns trigger language plpgsql as $$
      begin raise exception 'killed by a test'; end $$`);
    await other.rows('create trigger die before insert on watch_cursors execute function die()');
    await expect(other.settle([rotated])).rejects.toThrow('killed by a test');
    await other.rows('drop function die cascade');
    const payer = await other.fundedWallet('2', '0');
    const toNext = { source: payer, destination: address(next!.address) };
    const pays = async (amount: bigint): Promise<void> => {
      await send(other.net, payer, [getTransferSolInstruction({ ...toNext, amount })]);
      await other.pass(MINUTE_MS);
      await other.settle([rotated]);
    };
    await pays(1_000_000_000n);
    await pays(500_000_000n);
    const { body } = await owner(listMovements, {}, rotated);
    expect(body.figures.map((each) => Number(each.difference))).toEqual([0, 0]);
  } finally {
    await other.close();
  }
});
