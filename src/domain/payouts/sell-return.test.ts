import { expect, test } from 'vitest';
import {
  LMT,
  codeOf,
  contextOf,
  day,
  pendingSell,
  sentPayout,
  valueOf,
} from '#test/domain/builders';
import { balancesAfter } from '../base/ledger.ts';
import type { Payout } from './payout.ts';
import type { Sell } from '../sells/sell.ts';
import { decideSellReturn } from './sell-return.ts';

const decide = (
  sell: Sell,
  payouts: readonly Payout[] = [],
  status: 'rejected' | 'cancelled' = 'cancelled',
) => decideSellReturn({ sell, payouts, now: day(9) }, { status, notes: 'why' });
const resultOf = (...args: Parameters<typeof decide>) => decide(...args).result;

test.each(['rejected', 'cancelled'] as const)('restores LMT and period if %s', (status) => {
  const before = { sold: LMT('7'), startedAt: day(-3) };
  const expired = sentPayout({ status: 'withdrawn' });
  const returned = valueOf(resultOf(pendingSell({ periodBefore: before }), [expired], status));
  expect(returned).toMatchObject({
    sells: [{ id: 's1', status, reviewedAt: day(9), notes: 'why' }],
    period: before,
    items: [],
    payouts: [],
  });
  expect(Object.fromEntries(balancesAfter(returned!.journals))).toEqual({
    'escrow:s1/LMT': -LMT('2'),
    'unstaked:u1/LMT': LMT('2'),
  });
  expect(valueOf(resultOf(returned!.sells[0], [expired], status)), 'repeated').toBeNull();
});

test.each(['awaiting-signature', 'sent'] as const)(
  'while a payout is %s, withdraws it first and gives the time when a return is possible',
  (status) => {
    for (const sell of [pendingSell(), pendingSell({ status: 'approved' })]) {
      const payout = sentPayout({ status });
      const { result, withdrawn } = decide(sell, [
        sentPayout({ id: 'p0', status: 'failed' }),
        payout,
      ]);
      expect(codeOf(result)).toBe('PAYOUT_OPEN');
      expect(contextOf(result)).toEqual({ possibleAt: '2026-01-14T12:00:30.000Z' });
      expect(withdrawn).toEqual({ ...payout, isWithdrawing: true });
      expect(decide(sell, [withdrawn!]).withdrawn, 'marked once').toBeNull();
    }
  },
);

test('returns an approved request without a live payout like a pending one', () => {
  const approved = pendingSell({ status: 'approved', reviewedAt: day(8), notes: 'yes' });
  for (const status of ['failed', 'withdrawn'] as const) {
    const returned = valueOf(resultOf(approved, [sentPayout({ status })]));
    expect(returned).toMatchObject({ sells: [{ status: 'cancelled', notes: 'why' }] });
  }
});

test('refuses to change the decision on a sell request', () => {
  for (const status of ['approved', 'rejected'] as const) {
    const refused = resultOf(pendingSell({ status }), [sentPayout({ status: 'finalized' })]);
    expect(codeOf(refused)).toBe('SELL_DECIDED');
    expect(contextOf(refused)).toEqual({ status });
  }
});

test('withdraws an outside payout only by a rejection, and only if it certainly was not paid', () => {
  const outside = sentPayout({ status: 'awaiting-signature', signature: null, isOutside: true });
  const answered = (status: 'rejected' | 'cancelled', unpaidOutside: string | null) =>
    decideSellReturn(
      { sell: pendingSell(), payouts: [outside], now: day(9), unpaidOutside },
      { status, notes: null },
    ).result;
  expect(valueOf(answered('rejected', outside.id))).toMatchObject({
    sells: [{ status: 'rejected' }],
    payouts: [{ id: outside.id, status: 'withdrawn', settledAt: day(9) }],
  });
  for (const refused of [
    answered('rejected', null),
    answered('rejected', 'p0'),
    answered('cancelled', outside.id),
  ]) {
    expect(codeOf(refused)).toBe('PAYOUT_OPEN');
    expect(contextOf(refused)).toEqual({ possibleAt: null });
  }
});
