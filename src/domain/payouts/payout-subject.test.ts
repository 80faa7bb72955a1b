import { describe, expect, test } from 'vitest';
import {
  SOL,
  codeOf,
  contextOf,
  day,
  pendingSell,
  sentPayout,
  valueOf,
} from '#test/domain/builders';
import { creditSubject, depositSubject, sellSubject } from '#test/domain/payouts';
import { lamports } from '../base/money.ts';
import { goesElsewhere, nextPayoutStep, orderOf } from './payout-subject.ts';

describe('the order for a subject', () => {
  test('pays a sell request’s payout to its user', () => {
    expect(valueOf(orderOf(sellSubject()))).toEqual({
      purpose: 'sell',
      subject: 's1',
      userId: 'u1',
      token: 'SOL',
      amount: SOL('8.3895'),
      receiver: 'wallet',
    });
    const approved = sellSubject({ sell: pendingSell({ status: 'approved' }) });
    expect(valueOf(orderOf(approved))).toBeNull();
    for (const status of ['rejected', 'cancelled'] as const) {
      const decided = orderOf(sellSubject({ sell: pendingSell({ status }) }));
      expect([codeOf(decided), contextOf(decided)]).toEqual(['SELL_DECIDED', { status }]);
    }
  });

  test('pays the whole deposit to its sender', () => {
    expect(valueOf(orderOf(depositSubject()))).toEqual({
      purpose: 'deposit',
      subject: 'd1',
      userId: null,
      token: 'SOL',
      amount: SOL('0.5'),
      receiver: 'sender',
    });
    expect(valueOf(orderOf(depositSubject({ status: 'refunded' })))).toBeNull();
    expect(codeOf(orderOf(depositSubject({ sender: null })))).toBe('PAYOUT_IMPOSSIBLE');
    for (const sender of ['sender', null]) {
      expect(valueOf(orderOf(depositSubject({ sender }), 'other'))).toMatchObject({
        amount: SOL('0.5'),
        receiver: 'other',
      });
    }
    for (const status of ['assigned', 'kept'] as const) {
      const decided = orderOf(depositSubject({ status, sender: null }));
      expect([codeOf(decided), contextOf(decided)]).toEqual(['DEPOSIT_DECIDED', { status }]);
    }
  });

  test('pays all credit except that of payments that are not finalized', () => {
    const openFees = [{ paid: SOL('0.3'), used: SOL('0.1') }];
    expect(valueOf(orderOf(creditSubject({ openFees })))).toEqual({
      purpose: 'credit',
      subject: 'u1',
      userId: 'u1',
      token: 'SOL',
      amount: SOL('0.3'),
      receiver: 'wallet',
    });
    expect(codeOf(orderOf(creditSubject({ credit: lamports(0n) })))).toBe('NOTHING_TO_REFUND');
    const uncertain = creditSubject({ credit: SOL('0.2'), openFees });
    expect(codeOf(orderOf(uncertain))).toBe('NOTHING_TO_REFUND');
  });
});

describe('the next step of paying', () => {
  const awaiting = sentPayout({ status: 'awaiting-signature', signed: null, signature: null });
  const expired = sentPayout({ id: 'p0', status: 'withdrawn', settledAt: day(9) });
  const approved = sellSubject({ sell: pendingSell({ status: 'approved' }) });

  test('makes a transaction if no payout can still pay', () => {
    for (const payouts of [[], [expired], [{ ...expired, status: 'failed' as const }]]) {
      const step = nextPayoutStep({ subject: sellSubject(), payouts, now: day(9) }, false);
      expect(valueOf(step)).toMatchObject({ kind: 'make', order: { subject: 's1' } });
    }
  });

  test('hands out the unsigned payout again, or takes it signed', () => {
    const deposit = depositSubject({ sender: awaiting.receiver });
    for (const subject of [sellSubject(), deposit, creditSubject()]) {
      const facts = { subject, payouts: [expired, awaiting], now: day(9) };
      expect(valueOf(nextPayoutStep(facts, false))).toEqual({ kind: 'answer', payout: awaiting });
      expect(valueOf(nextPayoutStep(facts, true))).toEqual({ kind: 'take', payout: awaiting });
    }
  });

  test('returns a sent or paid payout, whatever is submitted', () => {
    const sent = sentPayout();
    const paid = sentPayout({ status: 'finalized' });
    for (const hasSigned of [false, true]) {
      const underWay = nextPayoutStep(
        { subject: approved, payouts: [sent, expired], now: day(9) },
        hasSigned,
      );
      expect(valueOf(underWay)).toEqual({ kind: 'answer', payout: sent });
      const done = nextPayoutStep(
        { subject: approved, payouts: [paid, expired], now: day(9) },
        hasSigned,
      );
      expect(valueOf(done)).toEqual({ kind: 'answer', payout: paid });
    }
  });

  test('refuses another wallet for a deposit that is being paid, or was paid, elsewhere', () => {
    const other = { purpose: 'deposit', subject: 'd1', receiver: 'other' } as const;
    const open = { ...awaiting, ...other };
    const underWay = { subject: depositSubject(), payouts: [open], now: day(9) };
    const refunded = depositSubject({ status: 'refunded' });
    const paid = sentPayout({ ...other, status: 'finalized' });
    const done = { subject: refunded, payouts: [paid], now: day(9) };
    for (const asked of [null, 'sender', 'third']) {
      const refused = nextPayoutStep(underWay, false, asked);
      expect([codeOf(refused), contextOf(refused)]).toEqual([
        'PAYOUT_ELSEWHERE',
        { receiver: 'other' },
      ]);
      expect(codeOf(nextPayoutStep(done, false, asked))).toBe('DEPOSIT_DECIDED');
    }
    expect(valueOf(nextPayoutStep(underWay, false, 'other'))).toMatchObject({ payout: open });
    expect(valueOf(nextPayoutStep(underWay, true)), 'its bytes say where it goes').toMatchObject({
      kind: 'take',
    });
    expect(valueOf(nextPayoutStep(done, false, 'other'))).toMatchObject({ payout: paid });
  });

  test('returns the open refund of credit, even if no credit is left', () => {
    const subject = creditSubject({ credit: lamports(0n) });
    const payout = sentPayout({ purpose: 'credit', subject: 'u1' });
    const step = nextPayoutStep({ subject, payouts: [payout], now: day(9) }, false);
    expect(valueOf(step)).toEqual({ kind: 'answer', payout });
  });

  test('refuses a signed transaction after its payout has ended', () => {
    const late = nextPayoutStep({ subject: sellSubject(), payouts: [expired], now: day(9) }, true);
    expect(codeOf(late)).toBe('PAYOUT_EXPIRED');
    const rejected = sellSubject({ sell: pendingSell({ status: 'rejected' }) });
    expect(codeOf(nextPayoutStep({ subject: rejected, payouts: [], now: day(9) }, true))).toBe(
      'SELL_DECIDED',
    );
  });

  test('refuses while a payout is being withdrawn', () => {
    const possibleAt = '2026-01-14T12:00:30.000Z';
    for (const changes of [{ isWithdrawing: true }, { expiresAt: day(9) }]) {
      const facts = {
        subject: sellSubject(),
        payouts: [{ ...awaiting, ...changes }],
        now: day(9),
      };
      const refused = nextPayoutStep(facts, false);
      expect([codeOf(refused), contextOf(refused)]).toEqual(['PAYOUT_OPEN', { possibleAt }]);
      expect(codeOf(nextPayoutStep(facts, true))).toBe('PAYOUT_EXPIRED');
    }
  });

  test('pays an approved request without a live payout like a pending one', () => {
    for (const payouts of [[], [expired], [{ ...expired, status: 'failed' as const }]]) {
      const step = nextPayoutStep({ subject: approved, payouts, now: day(9) }, false);
      expect(valueOf(step)).toMatchObject({ kind: 'make', order: { subject: 's1' } });
    }
    const settled = sellSubject({ sell: pendingSell({ status: 'approved', settledAt: day(8) }) });
    const step = nextPayoutStep({ subject: settled, payouts: [], now: day(9) }, false);
    expect(valueOf(step)).toMatchObject({ kind: 'answer' });
  });
});

test('allows another receiver only for a deposit', () => {
  expect(goesElsewhere(depositSubject({ sender: 'sender' }), 'other')).toBe(true);
  expect(goesElsewhere(depositSubject({ sender: 'sender' }), 'sender')).toBe(false);
  expect(goesElsewhere(sellSubject(), 'other')).toBe(false);
});

test('returns an outside payout, and refuses signed bytes for it', () => {
  const open = sentPayout({ status: 'awaiting-signature', isOutside: true, expiresAt: day(1) });
  const standing = { subject: sellSubject(), payouts: [open], now: day(9) };
  expect(valueOf(nextPayoutStep(standing, false))).toEqual({ kind: 'answer', payout: open });
  expect(codeOf(nextPayoutStep(standing, true))).toBe('PAYOUT_EXPIRED');
});
