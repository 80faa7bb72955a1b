import { expect, test } from 'vitest';
import { SOL, day, held, pendingSell, sentPayout, valueOf } from '#test/domain/builders';
import { creditSubject, depositSubject, sellSubject } from '#test/domain/payouts';
import { whenFound, whenPaid, whenUndone } from './payout-consequence.ts';
import type { PayoutSubject } from './payout-subject.ts';

test('marks a paid-back deposit as refunded and keeps its other fields', () => {
  const subject = depositSubject();
  expect(whenPaid(subject, sentPayout(), day(9)).subject).toEqual({
    ...subject,
    deposit: { ...subject.deposit, status: 'refunded' },
  });
});

test('returns a request to its place in the queue after its payout failed', () => {
  const approved = sellSubject({ sell: pendingSell({ status: 'approved' }) });
  const { subject } = whenUndone(approved, sentPayout(), day(9));
  expect(subject).toMatchObject({ sell: { status: 'pending' }, place: 1 });
});

test('approves and settles a subject in one step for a payment found on the chain', () => {
  const found = (subject: PayoutSubject, amount = SOL('0.5')) => {
    const payout = sentPayout({ status: 'finalized', nonce: null, subject: 'u1', amount });
    return valueOf(whenFound(subject, { payout, now: day(9), notes: 'yes' }));
  };
  const sell = found(sellSubject(), SOL('8.3895'));
  const settled = { status: 'approved', notes: 'yes', settledAt: day(9) };
  expect(sell).toMatchObject({ subject: { sell: settled }, sells: [settled] });
  expect(held(sell.journals)).toMatchObject({ 'treasury/SOL': SOL('8.3895') });
  expect(found(depositSubject())).toMatchObject({ deposits: [{ status: 'refunded' }] });
  const credit = found(creditSubject());
  expect(held(credit.journals)).toEqual({
    'credit:u1/SOL': -SOL('0.5'),
    'treasury/SOL': SOL('0.5'),
  });
});
