import { describe, expect, test } from 'vitest';

import {
  LMT,
  PRICES,
  SOL,
  T0,
  TERMS,
  USDC,
  codeOf,
  contextOf,
  day,
  pendingSell,
  runningVault,
  sellerOf,
  valueOf,
  vestingVault,
} from '#test/domain/builders';

import { balancesAfter } from '../base/ledger.ts';
import { lmt } from '../base/money.ts';
import {
  type SellRequest,
  type Seller,
  answerTime,
  approveSell,
  isOpenSell,
  reopenSell,
  requestSell,
  returnSell,
  sellAgainUntil,
  sellEligibility,
  sellItem,
  settleSell,
} from './sell.ts';
import { limitResetsAt, periodAt, remainingLimit } from './sell-limit.ts';
import { DEFAULT_SETTINGS } from '../terms/settings.ts';
import { type Instant, MINUTE_MS, after, iso } from '../base/time.ts';
import { catchUp } from '../vaults/vault-catch-up.ts';

const asked = (changes: Partial<SellRequest> = {}): SellRequest => ({
  id: 's9',
  amount: LMT('2'),
  payoutToken: 'SOL',
  ...changes,
});
const request = (seller: Seller, ask = asked(), at = day(8)) =>
  requestSell({ asked: ask, seller, settings: DEFAULT_SETTINGS, prices: PRICES }, TERMS, at);

describe('sell eligibility', () => {
  const released = runningVault({ status: 'completed', released: true, completedAt: day(9) });
  const deleted = runningVault({ status: 'completed', completedAt: day(9) });
  const rejected = pendingSell({ status: 'rejected', reviewedAt: day(20) });
  test.each<[string, Partial<Seller>, Instant, string]>([
    ['is given at maturity', {}, day(8), 'ok'],
    ['is refused a millisecond before maturity', {}, after(day(8), -1), 'SELL_NOT_MATURED'],
    ['is given in the last millisecond of the window', {}, after(day(9), -1), 'ok'],
    ['is refused at the end of the window', {}, day(9), 'SELL_WINDOW_EXPIRED'],
    [
      'is refused at the end of the window after a restake',
      { vaults: [runningVault({ autoRestake: true })] },
      day(9),
      'SELL_NOT_MATURED',
    ],
    [
      'is given while one of two vaults is in its window',
      { vaults: [runningVault({}, day(5)), runningVault()] },
      day(8),
      'ok',
    ],
    [
      'is refused in a window without unstaked LMT',
      { unstaked: lmt(0n) },
      day(8),
      'SELL_NO_UNSTAKED',
    ],
    ['is refused while the vault vests', { vaults: [vestingVault()] }, T0, 'SELL_NOT_MATURED'],
    ['is refused before activation', { vaults: [vestingVault()] }, day(30), 'SELL_NOT_MATURED'],
    [
      'is refused as expired within a week of a release',
      { vaults: [released] },
      after(day(16), -1),
      'SELL_WINDOW_EXPIRED',
    ],
    [
      'is refused without vaults a week after a release',
      { vaults: [released] },
      day(16),
      'SELL_NO_VAULTS',
    ],
    [
      'is refused after the owner deleted the vault',
      { vaults: [deleted] },
      day(9),
      'SELL_NO_VAULTS',
    ],
    [
      'is refused while another vault runs after a release',
      { vaults: [released, runningVault({}, day(9))] },
      day(10),
      'SELL_NOT_MATURED',
    ],
    [
      'is refused without vaults and unstaked LMT',
      { vaults: [], unstaked: lmt(0n) },
      T0,
      'SELL_NO_VAULTS',
    ],
    [
      'is given until a day after a rejection',
      { vaults: [], sells: [rejected] },
      after(day(21), -1),
      'ok',
    ],
    [
      'is refused from a day after a rejection',
      { vaults: [], sells: [rejected] },
      day(21),
      'SELL_NO_VAULTS',
    ],
    [
      'is refused right after a cancellation',
      { vaults: [], sells: [{ ...rejected, status: 'cancelled' }] },
      day(20),
      'SELL_NO_VAULTS',
    ],
    [
      'is given until a day after a failed payout',
      { vaults: [], payoutFailedAt: day(20) },
      after(day(21), -1),
      'ok',
    ],
    [
      'is refused from a day after a failed payout',
      { vaults: [], payoutFailedAt: day(20) },
      day(21),
      'SELL_NO_VAULTS',
    ],
  ])('%s', (_, changes, at, code) => {
    expect(codeOf(sellEligibility(sellerOf(changes), TERMS, at))).toBe(code);
  });

  test('gives the first maturity if a vault is running', () => {
    const two = sellerOf({ vaults: [runningVault({}, day(3)), runningVault({}, day(2))] });
    expect(contextOf(sellEligibility(two, TERMS, day(5)))).toEqual({
      possibleAt: '2026-01-14T12:00:00.000Z',
    });
    const none = sellerOf({ vaults: [vestingVault()] });
    expect(contextOf(sellEligibility(none, TERMS, day(5)))).toEqual({ possibleAt: null });
  });
});

describe('the sell limit', () => {
  const used = { sold: LMT('2'), startedAt: day(8) };

  test('is half of the unstaked balance, rounded down, once in seven days', () => {
    const fresh = { sold: lmt(0n), startedAt: null };
    expect(remainingLimit(lmt(7n), fresh, day(8))).toBe(3n);
    expect(remainingLimit(lmt(7n), used, day(8))).toBe(0n);
    expect(remainingLimit(lmt(7n), used, after(day(15), -1))).toBe(0n);
    expect(remainingLimit(lmt(7n), used, day(15))).toBe(3n);
  });

  test('resets after seven days', () => {
    expect(limitResetsAt(used, day(14))).toBe(day(15));
    expect(limitResetsAt(used, day(15))).toBeNull();
    expect(periodAt(used, after(day(15), -1))).toEqual(used);
    expect(periodAt(used, day(15))).toEqual({ sold: 0n, startedAt: day(8) });
  });
});

describe('a sell request', () => {
  test('moves the LMT into escrow, fixes price, fee and payout, and begins a period', () => {
    const { next, journals, items, period } = valueOf(request(sellerOf()));
    expect(next).toMatchObject({
      status: 'pending',
      fee: LMT('0.3'),
      payout: SOL('8.3895'), // 1.7 × 4.935
      prices: PRICES,
      requestedAt: day(8),
      reviewedAt: null,
      settledAt: null,
      periodBefore: { sold: 0n, startedAt: null },
    });
    expect(period).toEqual({ sold: LMT('2'), startedAt: day(8) });
    expect(Object.fromEntries(balancesAfter(journals))).toEqual({
      'unstaked:u1/LMT': -LMT('2'),
      'escrow:s9/LMT': LMT('2'),
    });
    expect(items).toMatchObject([
      { type: 'sell', status: 'pending', token: 'LMT', fee: LMT('0.3'), feeToken: 'LMT' },
    ]);
  });

  test('pays USDC to the sixth decimal', () => {
    const usd = asked({ amount: LMT('1.23456789'), payoutToken: 'USDC' });
    const { next } = valueOf(request(sellerOf(), usd));
    expect(next).toMatchObject({ fee: LMT('0.18518519'), payout: USDC('1035.740724') });
  });

  const used = { sold: LMT('1'), startedAt: day(5) };
  test.each<[string, Partial<Seller>, Partial<SellRequest>, Instant, string]>([
    [
      'a pending request comes before all else',
      { sells: [pendingSell()], vaults: [] },
      { amount: lmt(0n) },
      day(8),
      'SELL_PENDING',
    ],
    [
      'eligibility comes before the amount',
      { vaults: [] },
      { amount: lmt(0n) },
      day(8),
      'SELL_NO_VAULTS',
    ],
    ['an amount of 0', {}, { amount: lmt(0n) }, day(8), 'AMOUNT_NOT_POSITIVE'],
    [
      'the limit comes before the minimum',
      { unstaked: lmt(3n) },
      { amount: lmt(2n) },
      day(8),
      'SELL_LIMIT',
    ],
    ['a used period', { period: used }, {}, day(8), 'SELL_LIMIT'],
    ['a period that is over', { period: { ...used, startedAt: day(1) } }, {}, day(8), 'ok'],
    ['the whole limit', {}, { amount: LMT('3') }, day(8), 'ok'],
    ['a payout below the minimum', {}, { amount: lmt(1n) }, day(8), 'BELOW_MINIMUM'],
    [
      'a payout of more than the ledger holds',
      { unstaked: LMT('90000000000') },
      { amount: LMT('45000000000') },
      day(8),
      'AMOUNT_OUT_OF_RANGE',
    ],
  ])('is checked in order: %s', (_, changes, ask, at, code) => {
    expect(codeOf(request(sellerOf(changes), asked(ask), at))).toBe(code);
  });

  test('is refused after 100 cancellations in a day until the first is a day old', () => {
    const cancelled = (minutesAgo: number) =>
      pendingSell({ status: 'cancelled', reviewedAt: after(day(8), -minutesAgo * MINUTE_MS) });
    const lately = Array.from({ length: 99 }, (_, i) => cancelled(i));
    const seller = (minutesAgo: number) =>
      sellerOf({ sells: [cancelled(minutesAgo), ...lately, cancelled(3 * 24 * 60)] });
    expect(codeOf(request(seller(24 * 60), asked()))).toBe('ok');
    expect(request(seller(24 * 60 - 5), asked())).toMatchObject({
      refusal: {
        code: 'TOO_OFTEN',
        context: { most: 100, possibleAt: iso(after(day(8), 5 * MINUTE_MS)) },
      },
    });
    const eligible = (minutesAgo: number) => sellEligibility(seller(minutesAgo), TERMS, day(8));
    expect([codeOf(eligible(24 * 60)), codeOf(eligible(24 * 60 - 5))]).toEqual(['ok', 'TOO_OFTEN']);
  });

  test('is refused over the limit, with the remainder and the reset time', () => {
    expect(contextOf(request(sellerOf(), asked({ amount: LMT('3.00000001') })))).toEqual({
      remaining: '3.00000000',
      resetsAt: null,
    });
    expect(contextOf(request(sellerOf({ period: used })))).toEqual({
      remaining: '0.00000000',
      resetsAt: '2026-01-17T12:00:00.000Z',
    });
  });

  test.each([
    ['SOL', LMT('0.00238394'), LMT('0.00238395'), '0.010000000'],
    ['USDC', LMT('0.00238394'), LMT('0.00238395'), '2.000000'],
  ] as const)(
    'for %s is refused below the minimum payout',
    (payoutToken, below, enough, minimum) => {
      const low = request(sellerOf(), asked({ amount: below, payoutToken }));
      expect(contextOf(low)).toEqual({ token: payoutToken, minimum });
      expect(codeOf(request(sellerOf(), asked({ amount: enough, payoutToken })))).toBe('ok');
    },
  );
});

describe('the outcome of a sell request', () => {
  const before = { sold: LMT('7'), startedAt: day(-3) };
  const sell = pendingSell({ periodBefore: before });

  test.each(['rejected', 'cancelled'] as const)('restores LMT and period if %s', (status) => {
    const { next, journals, period } = valueOf(returnSell(sell, { status }, day(9)));
    expect(next).toMatchObject({ status, reviewedAt: day(9) });
    expect(period).toEqual(before);
    expect(Object.fromEntries(balancesAfter(journals))).toEqual({
      'escrow:s1/LMT': -LMT('2'),
      'unstaked:u1/LMT': LMT('2'),
    });
    expect(sellItem(next).status).toBe('failed');
    expect(codeOf(returnSell(next, { status: 'rejected' }, day(9)))).toBe('SELL_DECIDED');
  });

  test('keeps the LMT of an approved request in escrow, and refuses to approve a decided one', () => {
    const { next, journals, items } = valueOf(approveSell(sell, day(9), 'Thank you'));
    expect(next).toEqual({
      ...sell,
      status: 'approved',
      reviewedAt: day(9),
      notes: 'Thank you',
    });
    expect([journals, items]).toEqual([[], []]);
    expect(contextOf(approveSell(next, day(9), null))).toEqual({ status: 'approved' });
  });

  test('makes a reopened request pending, so that it can be approved again', () => {
    const { next } = valueOf(approveSell(sell, day(9), 'Thank you'));
    expect(reopenSell(next)).toEqual(sell);
    expect(codeOf(approveSell(reopenSell(next), day(10), null))).toBe('ok');
  });

  test('refuses to return an approved request', () => {
    const refused = returnSell({ ...sell, status: 'approved' }, { status: 'cancelled' }, day(9));
    expect(contextOf(refused)).toEqual({ status: 'approved' });
  });

  test('burns fee and sold part of a paid request separately, and reduces the treasury', () => {
    const approved = { ...sell, status: 'approved' } as const;
    const { next, journals, items } = settleSell(approved, sell.payout, day(9));
    expect([next.settledAt, items]).toEqual([day(9), []]);
    expect(Object.fromEntries(balancesAfter(journals))).toEqual({
      'escrow:s1/LMT': -LMT('2'),
      'fee.sell/LMT': LMT('0.3'),
      'soldBurned/LMT': LMT('1.7'),
      'paidOut/SOL': -SOL('8.3895'),
      'treasury/SOL': SOL('8.3895'),
    });
    expect(sellItem(next).status).toBe('completed');
    const less = settleSell({ ...sell, status: 'approved' }, SOL('8'), day(9));
    expect(Object.fromEntries(balancesAfter(less.journals)), 'what was sent').toMatchObject({
      'paidOut/SOL': -SOL('8'),
      'treasury/SOL': SOL('8'),
    });
    expect(sellItem({ ...sell, status: 'approved' }).status).toBe('pending');
  });

  test('gives the deadline of the owner’s answer, and whether it has passed', () => {
    const answerBy = day(10);
    expect(answerTime(sell, after(day(10), -1))).toEqual({ answerBy, overdue: false });
    expect(answerTime(sell, day(10))).toEqual({ answerBy, overdue: true });
  });
});

test('a request is open while it is pending, or approved without a finalized payout', () => {
  expect(isOpenSell(pendingSell())).toBe(true);
  expect(isOpenSell(pendingSell({ status: 'approved', settledAt: null }))).toBe(true);
  expect(isOpenSell(pendingSell({ status: 'approved', settledAt: day(9) }))).toBe(false);
  expect(isOpenSell(pendingSell({ status: 'rejected' }))).toBe(false);
});

test('begins the free day at the latest rejection or failed payout', () => {
  const rejected = [1, 1.5, 1.2].map((at) =>
    pendingSell({ status: 'rejected', reviewedAt: day(at) }),
  );
  for (const sells of [rejected, rejected.toReversed()]) {
    expect(sellAgainUntil({ sells, payoutFailedAt: null }, day(1.6))).toBe(day(2.5));
    expect(sellAgainUntil({ sells, payoutFailedAt: day(1.6) }, day(1.6))).toBe(day(2.6));
  }
  expect(sellAgainUntil({ sells: rejected, payoutFailedAt: null }, day(2.5))).toBeNull();
});

test('leaves completed vaults out of the next maturity', () => {
  const over = catchUp(runningVault(), TERMS, day(9)).next;
  const vaults = [over, runningVault({ id: 'v2' }, day(9.5))];
  const refused = sellEligibility(sellerOf({ vaults }), TERMS, day(10));
  expect([codeOf(refused), contextOf(refused)]).toEqual([
    'SELL_NOT_MATURED',
    { possibleAt: '2026-01-22T00:00:00.000Z' },
  ]);
});
