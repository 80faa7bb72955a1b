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
import { iso } from '../base/time.ts';
import type { Payout } from './payout.ts';
import type { Sell } from './sell.ts';
import { decideSellReturn } from './sell-return.ts';

const decide = (
  sell: Sell,
  payouts: readonly Payout[] = [],
  status: 'rejected' | 'cancelled' = 'cancelled',
) => decideSellReturn({ sell, payouts, now: day(9) }, { status, notes: 'why' });

test.each(['rejected', 'cancelled'] as const)('%s: LMT and period are as before', (status) => {
  const before = { sold: LMT('7'), startedAt: day(-3) };
  const expired = sentPayout({ status: 'expired' });
  const returned = valueOf(decide(pendingSell({ periodBefore: before }), [expired], status));
  expect(returned).toMatchObject({
    sells: [{ id: 's1', status, reviewedAt: day(9), notes: 'why' }],
    period: before,
    items: [],
  });
  expect(Object.fromEntries(balancesAfter(returned!.journals))).toEqual({
    'escrow:s1/LMT': -LMT('2'),
    'unstaked:u1/LMT': LMT('2'),
  });
  expect(valueOf(decide(returned!.sells[0], [expired], status)), 'repeated').toBeNull();
});

test.each(['awaiting-signature', 'sent'] as const)(
  'while a payout is %s nothing is returned, and the time is told',
  (status) => {
    for (const sell of [pendingSell(), pendingSell({ status: 'approved' })]) {
      const payout = sentPayout({ status });
      const refused = decide(sell, [sentPayout({ id: 'p0', status: 'failed' }), payout]);
      expect(codeOf(refused)).toBe('PAYOUT_UNDER_WAY');
      expect(contextOf(refused)).toEqual({ possibleAt: iso(payout.expiresAt) });
    }
  },
);

test('decided is decided', () => {
  for (const status of ['approved', 'rejected'] as const) {
    const refused = decide(pendingSell({ status }), [sentPayout({ status: 'finalized' })]);
    expect(codeOf(refused)).toBe('SELL_DECIDED');
    expect(contextOf(refused)).toEqual({ status });
  }
});
