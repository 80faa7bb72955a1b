import { expect, test } from 'vitest';
import { day, pendingSell, sentPayout } from '#test/domain/builders';
import { depositSubject, sellSubject } from '#test/domain/payouts';
import { whenPaid, whenUndone } from './payout-consequence.ts';

test('a deposit that was paid back is refunded, and still itself', () => {
  const subject = depositSubject();
  expect(whenPaid(subject, sentPayout(), day(9)).subject).toEqual({
    ...subject,
    deposit: { ...subject.deposit, status: 'refunded' },
  });
});

test('a request whose payout came to nothing waits at its place again', () => {
  const approved = sellSubject({ sell: pendingSell({ status: 'approved' }) });
  const { subject } = whenUndone(approved, sentPayout(), day(9));
  expect(subject).toMatchObject({ sell: { status: 'pending' }, place: 1 });
});
