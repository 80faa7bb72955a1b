import { address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getTransferCheckedInstruction } from '@solana-program/token';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { directAccess, listDeposits } from '#contract/admin';
import { getHealth } from '#contract/admin-health';
import { getLog } from '#contract/admin-log';
import {
  type OutsidePayoutJson,
  exportOutsidePayouts,
  listOutsidePayouts,
  settlePayout,
} from '#contract/admin-payouts';
import { approveSell, refundDeposit, rejectSell } from '#contract/admin-sells';
import type { SellJson } from '#contract/sells';
import type { PayToken } from '#domain/base/money';
import { MINUTE_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { adminProof, newWallet, send, tokenAccount, units } from '#test/world/wallet';
import { getNonce } from '#contract/auth';
import { FINAL_MS, sellNow, sellersIn } from './sellers.ts';
import { closeUsdc } from './treasury.ts';

/** The treasury is a wallet that no owner holds; the tests sign for it as a multisig would, elsewhere. */
onOneDatabase('payouts of a treasury that no wallet of ours signs for', (fresh) => {
  let world: World;
  let owner: AsOwner;
  let ownerAddress: string;
  let sellers: TestUser[];
  beforeAll(async () => {
    const wallet = await newWallet();
    ownerAddress = wallet.address;
    const parts = { treasuryKey: null, owners: new Set<string>([wallet.address]) };
    world = await World.open({ fresh, parts });
    sellers = await sellersIn(world, 5);
    owner = await world.owner(wallet);
  });
  afterEach(() => world.expectSound());
  afterAll(() => world.close());

  const approve = ({ id }: SellJson) =>
    owner(approveSell, { params: { id }, body: { notes: 'yes' } });
  const settle = ({ id }: OutsidePayoutJson, signature: string) =>
    owner(settlePayout, { params: { id }, body: { signature } });
  const waiting = async (): Promise<readonly OutsidePayoutJson[]> =>
    (await owner(listOutsidePayouts)).body;
  /** Pays out of the treasury, naming nothing. */
  const payOutside = async (token: PayToken, receiver: string, amount: string): Promise<string> => {
    const { net, till } = world;
    const treasury = await world.ownerWallet();
    const transfer =
      token === 'SOL'
        ? getTransferSolInstruction({
            source: treasury,
            destination: address(receiver),
            amount: units('SOL', amount),
          })
        : getTransferCheckedInstruction({
            source: address(till.treasuryTokenAccount),
            mint: address(till.usdcMint),
            destination: await tokenAccount(receiver, till.usdcMint),
            authority: treasury,
            amount: units('USDC', amount),
            decimals: 6,
          });
    return send(net, treasury, [transfer]);
  };
  const asked = async (token: PayToken) => {
    const user = sellers.pop()!;
    const sell = await user.asked('1', token);
    const { status, body } = await approve(sell);
    expect([status, body.payout?.status]).toEqual([202, 'awaiting-outside']);
    expect(body).not.toHaveProperty('transaction');
    const payout = (await waiting()).find(({ subject }) => subject === sell.id)!;
    return { user, sell, payout };
  };

  test('the treasury’s own wallet is no owner', async () => {
    const treasury = await world.signedIn(await world.ownerWallet());
    const proof = await adminProof(
      treasury.wallet,
      async (body) => (await world.call(getNonce, { body })).body,
    );
    expect(await treasury.call(directAccess, { body: proof })).toMatchObject({
      status: 403,
      body: { code: 'NOT_OWNER' },
    });
  });

  test('are listed, made outside, and settled by their final signature alone, once', async () => {
    const { user, sell, payout } = await asked('SOL');
    expect(payout).toMatchObject({
      purpose: 'sell',
      tokenType: 'SOL',
      amount: sell.payoutAmount,
      receiver: user.address,
      memo: `lmt payout of sell ${sell.id}`,
      signature: null,
    });
    const csv = await owner(exportOutsidePayouts);
    expect(String(csv.body)).toContain(
      [payout.id, 'sell', sell.id, 'SOL', payout.amount, user.address].join(','),
    );
    // Asked again it is the same one, and no time ends it.
    await world.pass(20 * MINUTE_MS);
    await world.settle();
    expect((await approve(sell)).status).toBe(202);
    expect(await waiting()).toEqual([payout]);
    expect(await user.cancelSell(sell.id)).toMatchObject({
      status: 409,
      body: { code: 'PAYOUT_OPEN', possibleAt: null },
    });

    const bad = [
      await payOutside('SOL', (await newWallet()).address, payout.amount),
      await payOutside('SOL', user.address, '1'),
      await user.pay('SOL', '0.5'),
    ];
    await world.pass(FINAL_MS);
    for (const signature of bad) {
      expect((await settle(payout, signature)).body).toMatchObject({ code: 'PAYOUT_MISMATCH' });
    }
    const unknown = '1'.repeat(64);
    expect((await settle(payout, unknown)).body).toMatchObject({ code: 'PAYOUT_NOT_FINAL' });

    const paid = await payOutside('SOL', user.address, payout.amount);
    expect(await settle(payout, paid)).toMatchObject({
      status: 409,
      body: { code: 'PAYOUT_NOT_FINAL' },
    });
    expect(await sellNow(user, sell.id)).toMatchObject({ status: 'pending' });
    await world.pass(FINAL_MS);
    for (const _ of [1, 2]) {
      expect(await settle(payout, paid)).toMatchObject({ status: 200, body: { signature: paid } });
    }
    expect(await sellNow(user, sell.id)).toMatchObject({
      status: 'approved',
      payout: { status: 'finalized', signature: paid },
    });
    expect(await waiting()).toEqual([]);
    expect((await owner(getLog)).body.entries[0]).toMatchObject({ actor: ownerAddress });

    const { payout: other } = await asked('SOL');
    expect((await settle(other, paid)).status).toBeGreaterThanOrEqual(400);
    expect(await waiting()).toEqual([other]);
  });

  test('in USDC, found by the watcher before they are settled: no alarm, and no way back', async () => {
    const { user, sell, payout } = await asked('USDC');
    const paid = await payOutside('USDC', user.address, payout.amount);
    await world.pass(FINAL_MS);
    await world.settle();
    const { alerts } = (await owner(getHealth)).body;
    expect(alerts.filter(({ code }) => code === 'PAID_TWICE')).toEqual([]);
    const rejected = await owner(rejectSell, { params: { id: sell.id }, body: { notes: 'no' } });
    expect(rejected).toMatchObject({ status: 409, body: { code: 'PAYOUT_OPEN' } });
    expect(await settle(payout, paid)).toMatchObject({ status: 200 });
    expect((await sellNow(user, sell.id)).payout).toMatchObject({ status: 'finalized' });
  });

  test('are given up by a rejection while nothing was paid, and cannot be settled then', async () => {
    const { user, sell, payout } = await asked('SOL');
    const before = (await user.eligibility()).available;
    const rejected = await owner(rejectSell, { params: { id: sell.id }, body: { notes: 'no' } });
    expect(rejected).toMatchObject({ status: 200, body: { status: 'rejected' } });
    expect((await user.eligibility()).available).not.toBe(before);
    const late = await payOutside('SOL', user.address, payout.amount);
    await world.pass(FINAL_MS);
    expect(await settle(payout, late)).toMatchObject({
      status: 409,
      body: { code: 'PAYOUT_DECIDED', status: 'withdrawn' },
    });
  });

  test('in USDC to who has no account: what its rent takes is listed, and may be kept', async () => {
    await closeUsdc(world, sellers.at(-1)!.wallet);
    const { user, sell, payout } = await asked('USDC');
    expect(payout).toMatchObject({ amount: '838.542144', rentCharged: '0.407856' });
    expect(String((await owner(exportOutsidePayouts)).body)).toMatch(/,0\.407856\s*$/);
    await world.net.mintTo(world.till.usdcMint, user.address, 0n);
    const other = await payOutside('USDC', user.address, '838.949999');
    const paid = await payOutside('USDC', user.address, payout.amount);
    await world.pass(FINAL_MS);
    expect(await settle(payout, other)).toMatchObject({ body: { code: 'PAYOUT_MISMATCH' } });
    expect(await settle(payout, paid)).toMatchObject({ status: 200 });
    const { payoutAmount, payout: shown } = await sellNow(user, sell.id);
    expect([payoutAmount, shown]).toMatchObject([
      '838.950000',
      { amount: '838.542144', rentCharged: '0.407856', status: 'finalized' },
    ]);
  });

  test('a deposit goes back the same way', async () => {
    const stranger = await world.fundedWallet('10', '0');
    await send(world.net, stranger, [
      getTransferSolInstruction({
        source: stranger,
        destination: address(world.till.treasury),
        amount: units('SOL', '2'),
      }),
    ]);
    await world.pass(FINAL_MS);
    await world.settle();
    await world.pass(2 * MINUTE_MS);
    await world.settle();
    const deposits = (await owner(listDeposits)).body;
    const { id } = deposits.find(({ sender }) => sender === stranger.address)!;
    const refund = await owner(refundDeposit, { params: { id }, body: {} });
    expect([refund.status, refund.body.payout?.status]).toEqual([202, 'awaiting-outside']);
    const payout = (await waiting()).find(({ subject }) => subject === id)!;
    const paid = await payOutside('SOL', stranger.address, '2');
    await world.pass(FINAL_MS);
    expect(await settle(payout, paid)).toMatchObject({ status: 200 });
    const left = (await owner(listDeposits)).body;
    expect(left.filter((of) => of.id === id && of.status === 'open')).toEqual([]);
  });
});
