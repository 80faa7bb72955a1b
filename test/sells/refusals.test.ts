import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import { assignDeposit } from '#contract/payments/admin-deposits';
import {
  approveSell,
  listAllSells,
  refundCredit,
  refundDeposit,
  rejectSell,
} from '#contract/payouts/admin-sells';
import { getEligibility, listSells, sellLmt } from '#contract/sells/sells';
import { HOSTILE_AMOUNTS } from '#test/support/hostile-amounts';
import { type AsOwner, World } from '#test/world';
import type { CallOptions } from '#test/world/call';
import type { TestUser } from '#test/world/user';
import { sellersIn, availableAndLimit } from './sellers.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';

describe('sell requests and payouts', () => {
  const world = World.forTests();
  let user: TestUser;
  let other: TestUser;
  let owner: AsOwner;
  beforeAll(async () => {
    [user, other] = (await sellersIn(world, 2)) as [TestUser, TestUser];
    owner = await world.owner();
  });
  afterEach(() => world.expectSound());

  const sellOf = (body: object = {}): CallOptions => ({
    body: { userId: user.id, amount: '1', payoutToken: 'SOL', ...body },
  });
  const rejected = async (id: string): Promise<void> => {
    expect((await owner(rejectSell, { params: { id }, body: {} })).status).toBe(200);
  };

  test('the owner reads those of every user', async () => {
    for (const endpoint of [getEligibility, listSells]) {
      expect((await owner(endpoint, { params: { userId: user.id } })).status).toBe(200);
      expect((await owner(endpoint, { params: { userId: 'x' } })).status).toBe(400);
    }
    expect((await owner(getEligibility, { params: { userId: NOBODY } })).status).toBe(404);
  });

  test('a pause refuses new and cancelled requests, but no reads or owner calls', async () => {
    const [mine, theirs] = [await user.asked('1'), await other.asked('1')];
    await owner(emergencyPause, { body: { paused: true } });
    for (const answer of [await user.sell('1'), await user.cancelSell(mine.id)]) {
      expect([answer.status, answer.body.code]).toEqual([503, 'PAUSED']);
    }
    expect(await user.eligibility()).toMatchObject({ pending: true });
    expect((await user.sells())[0]).toMatchObject({ id: mine.id, status: 'pending' });
    expect((await owner(listAllSells)).body).toMatchObject({ pendingCount: 2 });
    await rejected(mine.id);
    await rejected(theirs.id);
    await owner(emergencyPause, { body: { paused: false } });
  });

  test('an invalid amount, token or body is refused with 400', async () => {
    for (const amount of HOSTILE_AMOUNTS) {
      expect((await user.call(sellLmt, sellOf({ amount }))).status, JSON.stringify(amount)).toBe(
        400,
      );
    }
    for (const payoutToken of ['sol', 'BTC', 'LMT', '', null, 7, undefined]) {
      expect((await user.call(sellLmt, sellOf({ payoutToken }))).status, `${payoutToken}`).toBe(
        400,
      );
    }
    for (const text of ['', '[]', 'null', '1', '{', 'x'.repeat(1_000)]) {
      expect((await user.call(sellLmt, { text })).status, text).toBe(400);
    }
    const { userId: _, ...nobodys } = sellOf().body as { userId: string };
    expect((await user.call(sellLmt, { body: nobodys })).status).toBe(400);
  });

  test('owner calls refuse an overlong reason with 400, and unknown ids with 404', async () => {
    const { id } = await user.asked('1');
    const long = 'x'.repeat(1_001);
    for (const endpoint of [approveSell, rejectSell, refundDeposit, refundCredit] as const) {
      const body = { notes: long, reason: long };
      expect((await owner(endpoint, { params: { id }, body })).status).toBe(400);
      expect((await owner(endpoint, { params: { id: NOBODY }, body: {} })).status).toBe(404);
      if (endpoint === rejectSell) continue;
      const signedTransaction = 'A'.repeat(4_001);
      const signed = await owner(endpoint, { params: { id }, body: { signedTransaction } });
      expect(signed.status).toBe(400);
    }
    expect((await user.sells())[0]).toMatchObject({ id, status: 'pending', payout: null });
    await rejected(id);
  });

  test('an amount above half or the balance, zero, or below the minimum payout is refused with 422', async () => {
    const before = await availableAndLimit(user);
    expect(before).toEqual(['6.00000000', '3.00000000']);
    const tries: [string, 'SOL' | 'USDC', string, object?][] = [
      ['3.00000001', 'SOL', 'SELL_LIMIT', { remaining: '3.00000000', resetsAt: null }],
      ['6', 'SOL', 'SELL_LIMIT'],
      ['7', 'USDC', 'SELL_LIMIT'],
      ['92233720368.54775807', 'USDC', 'SELL_LIMIT'],
      ['92233720368.54775808', 'USDC', 'AMOUNT_OUT_OF_RANGE'],
      ['0', 'SOL', 'AMOUNT_NOT_POSITIVE'],
      ['0.00000000', 'USDC', 'AMOUNT_NOT_POSITIVE'],
      ['0.00000001', 'SOL', 'BELOW_MINIMUM'],
      // 0.85 × 4.935 SOL and 0.85 × 987 USDC per LMT: one unit below the minimum.
      ['0.00238394', 'SOL', 'BELOW_MINIMUM', { token: 'SOL', minimum: '0.010000000' }],
      ['0.00238394', 'USDC', 'BELOW_MINIMUM', { token: 'USDC', minimum: '2.000000' }],
    ];
    for (const [amount, token, code, context = {}] of tries) {
      const { status, body } = await user.sell(amount, token);
      expect([status, body.code], `${amount} ${token}`).toEqual([422, code]);
      expect(body).toMatchObject(context);
    }
    expect(await availableAndLimit(user)).toEqual(before);
    for (const token of ['SOL', 'USDC'] as const)
      await rejected((await user.asked('0.00238395', token)).id);
    await rejected((await user.asked('3')).id);
    expect(await availableAndLimit(user)).toEqual(before);
  });

  test('a second request while one is pending is refused with 409, whatever it says', async () => {
    const { id } = await user.asked('1');
    for (const amount of ['1', '0', '6', '0.00000001']) {
      const { status, body } = await user.sell(amount);
      expect([status, body.code]).toEqual([409, 'SELL_PENDING']);
    }
    expect(await user.eligibility()).toMatchObject({ eligible: true, pending: true });
    await rejected(id);
  });

  test('a decided request refuses another decision with 409, and the same one returns 200', async () => {
    const [a, b] = [await user.asked('1'), await other.asked('1')];
    const params = { id: a.id };
    const first = await owner(rejectSell, { params, body: { notes: 'no' } });
    expect(first.body).toMatchObject({ status: 'rejected', notes: 'no', queue: null });
    const again = await owner(rejectSell, { params, body: { notes: 'other' } });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const cancelled = await other.cancelSell(b.id);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await other.cancelSell(b.id)).toMatchObject({ status: 200, body: cancelled.body });
    for (const [answer, status] of [
      [await user.cancelSell(a.id), 'rejected'],
      [await owner(approveSell, { params, body: {} }), 'rejected'],
      [await owner(approveSell, { params: { id: b.id }, body: {} }), 'cancelled'],
      [await owner(rejectSell, { params: { id: b.id }, body: {} }), 'cancelled'],
    ] as const) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'SELL_DECIDED', status } });
    }
    const log = await world.count(`admin_log where call like '%/${a.id}/reject'`);
    expect(log, 'one line for one rejection').toBe(1);
  });

  test('a refund without credit, of an unknown deposit, or of one without a clear sender is refused', async () => {
    const none = await owner(refundCredit, { params: { id: user.id }, body: {} });
    expect(none).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_REFUND' } });
    const stray = '00000000-0000-7000-8000-00000000000a';
    await world.rows(
      `insert into deposits (id, signature, sender, token, amount, block_time, slot, small, status)
       values ($1, 's', null, 'SOL', 5, protocol_now(), 1, false, 'open')`,
      [stray],
    );
    const { status, body } = await owner(refundDeposit, { params: { id: stray }, body: {} });
    expect([status, body.code]).toEqual([409, 'PAYOUT_IMPOSSIBLE']);
    await world.rows(`update deposits set status = 'assigned'`);
    for (const endpoint of [refundDeposit, assignDeposit] as const) {
      const decided = await owner(endpoint, { params: { id: stray }, body: { userId: user.id } });
      expect(decided).toMatchObject({ status: 409, body: { code: 'DEPOSIT_DECIDED' } });
    }
    await world.rows('delete from deposits');
  });

  test('without a fresh SOL price requests in SOL are refused with 503, in USDC accepted', async () => {
    const node = await world.restart({ isStaticFeed: false });
    const { status, body } = await user.sell('1', 'SOL', node);
    expect([status, body]).toMatchObject([503, { code: 'PRICE_STALE', symbol: 'SOL' }]);
    const usdc = await user.sell('1', 'USDC', node);
    expect(usdc.status).toBe(201);
    await rejected(usdc.body.id);
  });
});
