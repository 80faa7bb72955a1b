import { type KeyPairSigner, address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getTransferCheckedInstruction } from '@solana-program/token';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { directAccess } from '#contract/users/admin-session';
import { listDeposits } from '#contract/payments/admin-deposits';
import { getHealth } from '#contract/alerts/health';
import { getLog } from '#contract/audit/admin-log';
import {
  type OutsidePayoutJson,
  exportOutsidePayouts,
  listOutsidePayouts,
  settlePayout,
  withdrawOutsidePayout,
} from '#contract/payouts/admin-payouts';
import {
  approveSell,
  fundNonces,
  getNonces,
  listAllSells,
  refundCredit,
  refundDeposit,
  rejectSell,
} from '#contract/payouts/admin-sells';
import type { SellJson } from '#contract/sells/sells';
import type { PayToken } from '#domain/base/money';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { holderOf } from '#test/vaults/stakers';
import { type AsOwner, World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { adminProof, newWallet, send, tokenAccount, units } from '#test/world/wallet';
import { getNonce } from '#contract/users/auth';
import { FINAL_MS, sellNow, sellersIn } from './sellers.ts';
import { closeUsdc } from './treasury.ts';

/** The treasury is a wallet of no owner; the tests sign for it like an external multisig. */
onOneDatabase('outside payouts', (fresh) => {
  let world: World;
  let owner: AsOwner;
  let ownerAddress: string;
  let sellers: TestUser[];
  let treasury: KeyPairSigner;
  beforeAll(async () => {
    const wallet = await newWallet();
    ownerAddress = wallet.address;
    const parts = { treasuryKey: null, owners: new Set<string>([wallet.address]) };
    world = await World.open({ fresh, parts });
    sellers = await sellersIn(world, 8);
    owner = await world.owner(wallet);
    treasury = await world.ownerWallet();
  });
  afterEach(() => world.expectSound());
  afterAll(() => world.close());

  const approve = ({ id }: SellJson) =>
    owner(approveSell, { params: { id }, body: { notes: 'yes' } });
  const settle = ({ id }: OutsidePayoutJson, signature: string) =>
    owner(settlePayout, { params: { id }, body: { signature } });
  const waiting = async (): Promise<readonly OutsidePayoutJson[]> =>
    (await owner(listOutsidePayouts)).body;
  const giveUp = ({ id }: OutsidePayoutJson) =>
    owner(withdrawOutsidePayout, { params: { id }, body: { reason: 'not now' } });
  const transferOf = async (token: PayToken, receiver: string, amount: string) => {
    const { till } = world;
    return token === 'SOL'
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
  };
  /** Pays from the treasury in one transaction, without reference keys. */
  const payAll = async (...paid: readonly Parameters<typeof transferOf>[]): Promise<string> =>
    send(world.net, treasury, await Promise.all(paid.map((each) => transferOf(...each))));
  const payOutside = (...paid: Parameters<typeof transferOf>): Promise<string> => payAll(paid);
  /** Makes payments of 2 SOL by a stranger, whose refunds wait as outside payouts. */
  const strays = async (count: number): Promise<readonly OutsidePayoutJson[]> => {
    const stranger = await world.fundedWallet('10', '0');
    for (let i = 0; i < count; i += 1) {
      const amount = units('SOL', '2');
      const destination = address(world.till.treasury);
      await send(world.net, stranger, [
        getTransferSolInstruction({ source: stranger, destination, amount }),
      ]);
      await world.pass(2 * SECOND_MS);
    }
    for (const ms of [FINAL_MS, 2 * MINUTE_MS]) {
      await world.settleAfter(ms);
    }
    const { body } = await owner(listDeposits);
    const own = body.filter(({ sender }) => sender === stranger.address);
    for (const { id } of own) {
      const refund = await owner(refundDeposit, { params: { id }, body: {} });
      expect([refund.status, refund.body.payout?.status]).toEqual([202, 'awaiting-outside']);
    }
    return (await waiting()).filter(({ receiver }) => receiver === stranger.address);
  };
  const openDeposits = async (): Promise<readonly string[]> =>
    (await owner(listDeposits)).body.map(({ id }) => id);
  const alarms = async (): Promise<readonly string[]> =>
    (await owner(getHealth)).body.alerts
      .map(({ code }) => code)
      .filter((code) => code === 'PAID_TWICE' || code === 'MOVEMENTS_DIFFER');
  const asked = async (token: PayToken) => {
    const user = sellers.pop()!;
    const sell = await user.asked('1', token);
    const { status, body } = await approve(sell);
    expect([status, body.payout?.status]).toEqual([202, 'awaiting-outside']);
    expect(body).not.toHaveProperty('transaction');
    const payout = (await waiting()).find(({ subject }) => subject === sell.id)!;
    return { user, sell, payout };
  };

  test('the treasury’s wallet is no owner', async () => {
    const signedIn = await world.signedIn(treasury);
    const proof = await adminProof(
      treasury,
      async (body) => (await world.call(getNonce, { body })).body,
    );
    expect(await signedIn.call(directAccess, { body: proof })).toMatchObject({
      status: 403,
      body: { code: 'NOT_OWNER' },
    });
  });

  test('are listed, paid outside, and settled once by their final signature', async () => {
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
    // Repeated approvals return the same payout, which never expires.
    await world.settleAfter(20 * MINUTE_MS);
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
    expect((await giveUp(other)).status).toBe(200);
  });

  test('in USDC that the watcher sees before they are settled raise no alert and cannot be given up', async () => {
    const { user, sell, payout } = await asked('USDC');
    const paid = await payOutside('USDC', user.address, payout.amount);
    await world.settleAfter(FINAL_MS);
    const { alerts } = (await owner(getHealth)).body;
    expect(alerts.filter(({ code }) => code === 'PAID_TWICE')).toEqual([]);
    const rejected = await owner(rejectSell, { params: { id: sell.id }, body: { notes: 'no' } });
    expect(rejected).toMatchObject({
      status: 409,
      body: { code: 'PAYOUT_PAID', signature: paid },
    });
    expect(await settle(payout, paid)).toMatchObject({ status: 200 });
    expect((await sellNow(user, sell.id)).payout).toMatchObject({ status: 'finalized' });
  });

  test('are given up by a rejection while unpaid, and cannot be settled afterwards', async () => {
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

  test('in USDC to a new account list its rent, which may be deducted', async () => {
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

  test('are not given up once paid, however recently, whatever the payment names', async () => {
    const { user, sell, payout } = await asked('SOL');
    const reject = () => owner(rejectSell, { params: { id: sell.id }, body: { notes: 'no' } });
    const paid = await payOutside('SOL', user.address, payout.amount);
    // Not in a confirmed block yet, so the transaction is unknown.
    for (const asks of [reject, () => giveUp(payout)]) {
      expect(await asks()).toMatchObject({ status: 409, body: { code: 'PAYOUT_UNSURE' } });
    }
    await world.pass(2 * SECOND_MS);
    const settled = (): Promise<void> => world.settleAfter(FINAL_MS);
    // Before the watcher has seen it, and after.
    for (const then of [settled, () => settle(payout, paid)]) {
      for (const asks of [reject, () => giveUp(payout)]) {
        const refused = { code: 'PAYOUT_PAID', signature: paid };
        expect(await asks()).toMatchObject({ status: 409, body: refused });
      }
      await then();
    }
    expect(await sellNow(user, sell.id)).toMatchObject({ payout: { signature: paid } });
    expect(await giveUp(payout)).toMatchObject({ body: { code: 'PAYOUT_DECIDED' } });
  });

  test('a request whose payout is given up waits for the owner again, or can be cancelled', async () => {
    const { user, sell, payout } = await asked('SOL');
    // Incoming payments of the same moment are no payout.
    await user.pay('SOL', '0.5');
    await world.pass(2 * SECOND_MS);
    for (const _ of [1, 2]) {
      expect(await giveUp(payout)).toMatchObject({ status: 200, body: { status: 'withdrawn' } });
    }
    expect((await owner(getLog)).body.entries[0]).toMatchObject({ reason: 'not now' });
    expect(await sellNow(user, sell.id)).toMatchObject({
      status: 'pending',
      payout: { status: 'withdrawn' },
    });
    expect((await approve(sell)).body.payout).toMatchObject({ status: 'awaiting-outside' });
    const [again] = await waiting();
    expect(again).not.toMatchObject({ id: payout.id });
    expect((await giveUp(again!)).status).toBe(200);
    expect(await user.cancelSell(sell.id)).toMatchObject({ status: 200 });
  });

  test('a deposit is refunded the same way, or returns to the owner’s list', async () => {
    const [payout, other] = await strays(2);
    const paid = await payOutside('SOL', payout!.receiver, '2');
    await world.settleAfter(FINAL_MS);
    // The watcher cannot tell which of the two was paid: both show it, and neither is given up.
    for (const { seenSignature } of await waiting()) expect(seenSignature).toBe(paid);
    expect(await giveUp(other!)).toMatchObject({ body: { code: 'PAYOUT_PAID', signature: paid } });
    expect(await settle(payout!, paid)).toMatchObject({
      status: 200,
      body: { status: 'finalized' },
    });
    expect((await waiting()).map(({ seenSignature }) => seenSignature)).toEqual([null]);
    expect(await giveUp(other!)).toMatchObject({ status: 200, body: { status: 'withdrawn' } });
    const open = await openDeposits();
    expect([open.includes(payout!.subject), open.includes(other!.subject)]).toEqual([false, true]);
    expect(await alarms()).toEqual([]);
  });

  test('fee credit is refunded the same way, or credited to the user again', async () => {
    const user = await holderOf(world, '1');
    const { reference } = await user.feeQuote('1');
    await user.pay('SOL', '0.5', reference);
    await world.settleAfter(FINAL_MS);
    const ask = () => owner(refundCredit, { params: { id: user.id }, body: {} });
    const credit = async () => (await user.portfolio()).feeCredit;
    const mine = async () => (await waiting()).find(({ subject }) => subject === user.id)!;
    for (const _ of [1, 2]) {
      expect((await ask()).body.payout).toMatchObject({ status: 'awaiting-outside' });
      expect(await credit()).toBe('0.000000000');
      expect(await giveUp(await mine())).toMatchObject({ status: 200 });
      expect(await credit()).toBe('0.500000000');
    }
    await ask();
    const paid = await payOutside('SOL', user.address, '0.5');
    await world.pass(FINAL_MS);
    expect(await settle(await mine(), paid)).toMatchObject({ status: 200 });
    expect(await credit()).toBe('0.000000000');
  });

  test('one transaction settles as many payouts as it has matching transfers', async () => {
    const [first, second, third] = await strays(3);
    const { receiver } = first!;
    const paid = await payAll(['SOL', receiver, '2'], ['SOL', receiver, '2']);
    await world.pass(FINAL_MS);
    // Of three concurrent settlements any two succeed.
    const answers = await Promise.all([first!, second!, third!].map((one) => settle(one, paid)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const [left] = await waiting();
    expect(await settle(left!, paid)).toMatchObject({ body: { code: 'SIGNATURE_USED' } });
    const alone = await payOutside('SOL', receiver, '2');
    await world.settleAfter(FINAL_MS);
    expect(await settle(left!, alone)).toMatchObject({ status: 200 });
    expect([await waiting(), await alarms()]).toEqual([[], []]);
  });

  test('equal payouts are settled in any order, without an alert', async () => {
    const [first, second] = await strays(2);
    const paid: string[] = [];
    for (const { receiver } of [first!, second!]) {
      paid.push(await payOutside('SOL', receiver, '2'));
      await world.settleAfter(FINAL_MS);
      expect(await alarms()).toEqual([]);
    }
    expect(await settle(first!, paid[1]!)).toMatchObject({ status: 200 });
    expect(await alarms()).toEqual([]);
    expect(await settle(second!, paid[0]!)).toMatchObject({ status: 200 });
    expect(await alarms()).toEqual([]);
    expect(await settle(second!, paid[1]!)).toMatchObject({ body: { code: 'PAYOUT_DECIDED' } });
  });

  test('a refund that would leave an account below its rent is refused with that reason', async () => {
    const stranger = await world.fundedWallet('1', '0');
    const source = stranger;
    const destination = address(world.till.treasury);
    // Everything but the fee: one payment below every minimum, and one above.
    for (const amount of [500_000n, 1_000_000_000n - 500_000n - 2n * 5_000n]) {
      const paid = getTransferSolInstruction({ source, destination, amount });
      await send(world.net, stranger, [paid]);
      await world.pass(2 * SECOND_MS);
    }
    for (const ms of [FINAL_MS, 2 * MINUTE_MS]) {
      await world.settleAfter(ms);
    }
    const { body } = await owner(listDeposits, { query: { small: 'true' } });
    const own = body.filter(({ sender }) => sender === stranger.address);
    const { id } = own.find(({ amount }) => amount === '0.000500000')!;
    expect(await owner(refundDeposit, { params: { id }, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'PAYOUT_IMPOSSIBLE', reason: expect.stringContaining('rent of 0.00089088') },
    });
  });

  test('use no nonces, and cost no nonce rent', async () => {
    expect((await owner(getNonces)).body).toMatchObject({ paysOutside: true });
    expect(await owner(fundNonces, { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'PAYOUT_IMPOSSIBLE' },
    });
  });

  test('the queue shows outside payouts to the owner', async () => {
    const { sell, payout } = await asked('USDC');
    const { body } = await owner(listAllSells);
    expect(body.outside).toEqual([payout]);
    const pending = body.pending.find(({ id }) => id === sell.id);
    expect(pending?.payout).toMatchObject({ status: 'awaiting-outside' });
  });
});
