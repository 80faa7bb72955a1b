import { expect, test } from 'vitest';

import { payoutOf, sellOf } from '#test/web/builders';

import { stepsOf } from './ticket-steps.ts';

const NOW = Date.parse('2026-01-19T12:00:00Z');
const reviewedAt = '2026-01-19T09:00:00.000Z';
const approved = { status: 'approved', reviewedAt, queue: null } as const;

const short = (sell: ReturnType<typeof sellOf>) =>
  stepsOf(sell, NOW).map(({ label, state }) => `${state} ${label}`);

test.each([
  [
    'pending',
    sellOf(),
    [
      'done Requested, LMT in escrow',
      'current Approved by the owner',
      'todo Payout sent',
      'todo Payout finalized',
    ],
  ],
  [
    'a failed payout',
    sellOf({ payout: payoutOf({ status: 'failed', error: 'Insufficient funds' }) }),
    [
      'done Requested, LMT in escrow',
      'failed Payout failed',
      'current Approved by the owner',
      'todo Payout sent',
      'todo Payout finalized',
    ],
  ],
  [
    'a payout that was withdrawn',
    sellOf({ payout: payoutOf({ status: 'withdrawn' }) }),
    [
      'done Requested, LMT in escrow',
      'done Payout withdrawn',
      'current Approved by the owner',
      'todo Payout sent',
      'todo Payout finalized',
    ],
  ],
  [
    'approved, and paid elsewhere',
    sellOf({ payout: payoutOf({ status: 'awaiting-outside', signature: null }) }),
    [
      'done Requested, LMT in escrow',
      'done Approved by the owner',
      'current Payout sent',
      'todo Payout finalized',
    ],
  ],
  [
    'withdrawn, another follows',
    sellOf({ ...approved, payout: payoutOf({ status: 'withdrawn' }) }),
    [
      'done Requested, LMT in escrow',
      'done Approved by the owner',
      'current Payout sent',
      'todo Payout finalized',
    ],
  ],
  [
    'sent',
    sellOf({ ...approved, payout: payoutOf() }),
    [
      'done Requested, LMT in escrow',
      'done Approved by the owner',
      'done Payout sent',
      'current Payout finalized',
    ],
  ],
  [
    'finalized',
    sellOf({
      ...approved,
      payout: payoutOf({ status: 'finalized', settledAt: '2026-01-19T10:01:00.000Z' }),
    }),
    [
      'done Requested, LMT in escrow',
      'done Approved by the owner',
      'done Payout sent',
      'done Payout finalized',
    ],
  ],
  [
    'rejected',
    sellOf({ status: 'rejected', reviewedAt, queue: null }),
    ['done Requested, LMT in escrow', 'failed Rejected by the owner'],
  ],
  [
    'cancelled',
    sellOf({ status: 'cancelled', reviewedAt, queue: null }),
    ['done Requested, LMT in escrow', 'failed Cancelled by you'],
  ],
  [
    'cancelled after a payout was withdrawn for it',
    sellOf({
      status: 'cancelled',
      reviewedAt,
      queue: null,
      payout: payoutOf({ status: 'withdrawn' }),
    }),
    ['done Requested, LMT in escrow', 'done Payout withdrawn', 'failed Cancelled by you'],
  ],
])('%s', (_, sell, steps) => {
  expect(short(sell)).toEqual(steps);
});

test('while the owner signs, it is said until when', () => {
  const signing = sellOf({ payout: payoutOf({ status: 'awaiting-signature', signature: null }) });
  expect(stepsOf(signing, NOW)[1]?.note).toContain('signing the payout');
});

test('after a rejection the day in which one may ask again is told while it lasts', () => {
  const rejected = sellOf({ status: 'rejected', reviewedAt });
  expect(stepsOf(rejected, NOW)[1]?.note).toContain('you may ask again');
  const nextDay = Date.parse('2026-01-20T09:00:00Z');
  expect(stepsOf(rejected, nextDay)[1]?.note).not.toContain('ask again');
});
