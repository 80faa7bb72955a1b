import { afterEach, beforeAll, expect, test } from 'vitest';
import { listDeposits } from '#contract/payments/admin-deposits';
import { approveSell, exportSells, refundDeposit } from '#contract/payouts/admin-sells';
import type { SellJson } from '#contract/sells/sells';
import { MINUTE_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { paymentOf, send, sendWire } from '#test/world/wallet';
import { signBuilt } from './owner-wallet.ts';
import { confirmedOf, faultOnPage } from './page-check.ts';
import { FINAL_MS, sellNow, sellersIn } from './sellers.ts';
import { Balances, closeUsdc } from './treasury.ts';

/** Time limit for a payout to land. */
const LANDING_MS = 2 * MINUTE_MS;
/** Payout of 0.1 LMT, and the rent of a token account (0.00203928 SOL) at 200 USD. */
const [DUE, RENT] = [83_895_000n, 407_856n];
const SENT = DUE - RENT;
const CHARGED = { amount: '83.487144', rentCharged: '0.407856' };
const WHOLE = { amount: '83.895000', rentCharged: '0.000000' };

onOneDatabase('rent of a missing USDC account', (fresh) => {
  const world = World.forTests({ fresh });
  let owner: AsOwner;
  let user: TestUser;
  beforeAll(async () => {
    [user] = (await sellersIn(world, 1)) as [TestUser];
    owner = await world.owner();
  });
  afterEach(() => world.expectSound());

  const ask = async (amount = '0.1'): Promise<{ sell: SellJson; balances: Balances }> => {
    // Starts a new sell period without waiting a week.
    await world.rows('update users set sell_period_started_at = null');
    const sell = await user.asked(amount, 'USDC');
    return { sell, balances: await Balances.of(world, user.address, 'USDC') };
  };
  const approve = ({ id }: SellJson, node?: Node, signedTransaction?: string) => {
    const body = {
      notes: 'yes',
      ...(signedTransaction === undefined ? {} : { signedTransaction }),
    };
    return owner(approveSell, { params: { id }, body }, node);
  };
  const settled = (ms = FINAL_MS): Promise<void> => world.settleAfter(ms);
  /** Replaces the first transaction, which never reached the chain and is withdrawn. */
  const replaced = async (): Promise<void> => {
    for (const ms of [LANDING_MS, FINAL_MS, FINAL_MS]) await settled(ms);
  };
  const attempts = async ({ id }: SellJson) => {
    const text = 'select status::text, amount, rent_charged from payouts where subject = $1';
    type Row = { status: string; amount: bigint; rent_charged: bigint };
    const rows = await world.rows<Row>(`${text} order by id`, [id]);
    return rows.map(({ status, amount, rent_charged }) => [status, amount, rent_charged]);
  };
  /** Last two columns of the CSV for a request. */
  const sentInFile = async ({ id }: SellJson): Promise<readonly string[]> => {
    const csv = String((await owner(exportSells, { query: { search: id } })).body);
    return csv
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').slice(-2).join(','));
  };
  const openAccount = async (): Promise<void> => {
    await world.net.mintTo(world.till.usdcMint, user.address, 0n);
    await world.pass(FINAL_MS);
  };

  test('is deducted from the payout, at the SOL price of the request', async () => {
    await closeUsdc(world, user.wallet);
    const { sell, balances } = await ask();
    const lamports = await Balances.of(world, user.address);
    await world.setSolPrice('400');
    const { status, body } = await approve(sell);
    expect([status, body.payoutAmount]).toEqual([200, '83.895000']);
    expect(body.payout).toMatchObject({ status: 'sent', ...CHARGED });
    await settled();
    expect(await balances.paid()).toEqual([SENT, SENT]);
    expect(await lamports.paid(), 'rent is among the costs').toEqual([0n, 0n]);
    expect(await sellNow(user, sell.id)).toMatchObject({
      payoutAmount: '83.895000',
      payout: { status: 'finalized', ...CHARGED },
    });
    const [posted] = await world.rows<{ amount: bigint }>(
      `select p.amount from postings p join journals j on j.id = p.journal_id
       where j.subject = $1 and p.kind = 'paidOut'`,
      [sell.id],
    );
    expect(posted!.amount).toBe(-SENT);
    expect(await sentInFile(sell)).toEqual(['Payout Sent,Rent Charged', '83.487144,0.407856']);

    const next = await ask();
    expect((await approve(next.sell)).body.payout).toMatchObject(WHOLE);
    await settled();
    expect(await next.balances.paid(), 'the account is there now').toEqual([DUE, DUE]);
    await world.setSolPrice('200');
  });

  test('is not deducted if the account was created meanwhile', async () => {
    await closeUsdc(world, user.wallet);
    const { sell, balances } = await ask();
    world.net.faults.inject({ kind: 'drop' }, { times: 1 });
    expect((await approve(sell)).body.payout).toMatchObject(CHARGED);
    await openAccount();
    await replaced();
    expect(await attempts(sell)).toEqual([
      ['withdrawn', SENT, RENT],
      ['finalized', DUE, 0n],
    ]);
    expect(await balances.paid()).toEqual([DUE, DUE]);
  });

  test('is deducted if the account was closed meanwhile', async () => {
    const { sell } = await ask();
    world.net.faults.inject({ kind: 'drop' }, { times: 1 });
    expect((await approve(sell)).body.payout).toMatchObject(WHOLE);
    await closeUsdc(world, user.wallet);
    const balances = await Balances.of(world, user.address, 'USDC');
    await replaced();
    expect(await attempts(sell)).toEqual([
      ['withdrawn', DUE, 0n],
      ['finalized', SENT, RENT],
    ]);
    expect(await balances.paid()).toEqual([SENT, SENT]);
  });

  test('is not deducted if the treasury does not pay it: a late attempt fails, and the next pays in full', async () => {
    await closeUsdc(world, user.wallet);
    const { sell, balances } = await ask();
    world.net.faults.inject({ kind: 'drop' }, { times: 1 });
    await approve(sell);
    await openAccount();
    const [row] = await world.rows<{ signed: string }>(
      'select signed from payouts where subject = $1',
      [sell.id],
    );
    await sendWire(world.net, row!.signed);
    await settled();
    expect(world.alerts.splice(0)).toMatchObject([{ what: 'a payout failed' }]);
    const failed = await sellNow(user, sell.id);
    expect(failed).toMatchObject({ status: 'pending', payout: { status: 'failed', ...CHARGED } });
    expect((await sentInFile(sell))[1], 'the file has nothing as sent').toBe(',');
    expect((await approve(sell)).status).toBe(200);
    expect((await sentInFile(sell))[1]).toBe('83.895000,0.000000');
    await settled();
    expect(await balances.paid()).toEqual([DUE, DUE]);
    expect((await attempts(sell))[1]).toEqual(['finalized', DUE, 0n]);
  });

  test('does not hide a payment of an earlier attempt, so that nothing is paid twice', async () => {
    await closeUsdc(world, user.wallet);
    const { sell, balances } = await ask();
    const { body } = await approve(sell);
    await world.pass(FINAL_MS);
    // As if it had been given up: its account exists, and the full amount would be due.
    const [of, params] = ['where subject = $1', [sell.id]];
    await world.rows(
      `update payouts set status = 'withdrawn', settled_at = protocol_now() ${of}`,
      params,
    );
    await world.rows(
      `update sells set status = 'pending', reviewed_at = null, notes = null where id = $1`,
      params,
    );
    const again = await approve(sell);
    expect(again.status).toBe(200);
    expect(again.body.payout).toMatchObject({ ...CHARGED, signature: body.payout!.signature });
    expect(world.alerts.splice(0)).toHaveLength(1);
    await settled();
    expect(await balances.paid()).toEqual([SENT, SENT]);
    expect((await attempts(sell))[1]).toEqual(['finalized', SENT, RENT]);
  });

  test('is deducted from what the owner’s wallet signs, and the owner’s page accepts no larger deduction', async () => {
    await closeUsdc(world, user.wallet);
    const keyless = await world.restart({ treasuryKey: null });
    const { sell, balances } = await ask();
    const { status, body } = await approve(sell, keyless);
    expect([status, body.payout]).toMatchObject([202, CHARGED]);
    expect((await sentInFile(sell))[1], 'nothing is sent before it is signed').toBe(',');
    const { transaction } = body as { transaction?: string };
    const { rentPrice, ...exact } = confirmedOf(sell);
    expect(await faultOnPage(world.till, transaction!, { ...exact, rentPrice: rentPrice! })).toBe(
      null,
    );
    expect(await faultOnPage(world.till, transaction!, exact)).toBe('amount');
    const signed = await signBuilt(await world.ownerWallet(), transaction!);
    expect((await approve(sell, keyless, signed)).status).toBe(200);
    await settled();
    expect(await balances.paid()).toEqual([SENT, SENT]);
  });

  test('is refused above the payout, and the request keeps waiting', async () => {
    await closeUsdc(world, user.wallet);
    await world.setSolPrice('2000');
    // 3.3558 USDC; the rent is 4.07856 USDC.
    const { sell } = await ask('0.004');
    const refused = await approve(sell);
    expect(refused).toMatchObject({ status: 409, body: { code: 'PAYOUT_IMPOSSIBLE' } });
    expect(JSON.stringify(refused.body)).toContain(
      '4.078560 USDC, leaves nothing of 3.355800 USDC',
    );
    expect(await attempts(sell)).toEqual([]);
    await openAccount();
    expect((await approve(sell)).status).toBe(200);
    await settled();
    expect((await sellNow(user, sell.id)).payout).toMatchObject({ amount: '3.355800' });
    await world.setSolPrice('200');
  });

  test('is deducted from a refund, too, at the current SOL price, with no remaining debt', async () => {
    const stranger = await world.fundedWallet('1', '10');
    await send(world.net, stranger, [
      await paymentOf(stranger, world.till, { token: 'USDC', amount: 500_000n }),
    ]);
    for (const ms of [FINAL_MS, MINUTE_MS]) await settled(ms);
    await closeUsdc(world, stranger);
    const { body: listed } = await owner(listDeposits);
    const { id } = listed.find(({ sender }) => sender === stranger.address)!;
    const balances = await Balances.of(world, stranger.address, 'USDC');
    await world.setSolPrice('100');
    const { status, body } = await owner(refundDeposit, { params: { id }, body: {} });
    expect([status, body.payout]).toMatchObject([
      200,
      { amount: '0.296072', rentCharged: '0.203928' },
    ]);
    await world.expectSound();
    await settled();
    expect(await balances.paid()).toEqual([296_072n, 296_072n]);
    expect((await owner(refundDeposit, { params: { id }, body: {} })).body.status).toBe('refunded');
    await world.setSolPrice('200');
  });
});
