import { expect, test } from 'vitest';

import { DAY_MS, HOUR_MS } from '#domain/base/time';
import { payoutOf, sellOf, stakeOf } from '#test/web/builders';

import { openingOf, retryUntil } from './sell-opening.ts';
import { timeLeft } from './time-left.ts';

const NOW = Date.parse('2026-01-17T00:00:00Z');
const later = stakeOf({ vaultEndTime: '2026-01-20T00:00:00.000Z' });
const ready = stakeOf({ phase: 'ready', status: 'vesting' });
const vesting = stakeOf({ phase: 'vesting', vestingEndTime: '2026-01-17T06:00:00.000Z' });

test('the window that closes last is the one that counts', () => {
  const first = stakeOf({ phase: 'window', restakeWindowEndTime: '2026-01-17T01:00:00.000Z' });
  const last = stakeOf({ phase: 'window', restakeWindowEndTime: '2026-01-17T05:00:00.000Z' });
  expect(openingOf([first, last, later], NOW)).toEqual({
    kind: 'open',
    stake: last,
    closes: NOW + 5 * HOUR_MS,
  });
});

test('without one, the first vault that matures', () => {
  const opens = Date.parse('2026-01-18T00:00:00Z');
  expect(openingOf([later, stakeOf(), ready], NOW)).toEqual({
    kind: 'running',
    stake: stakeOf(),
    opens,
  });
});

test('a stake that waits could open in a cycle, one that vests a cycle after that', () => {
  expect(openingOf([vesting, ready], NOW)).toMatchObject({
    kind: 'ready',
    stake: ready,
    opens: NOW + 7 * DAY_MS,
  });
  const vests = NOW + 6 * HOUR_MS;
  expect(openingOf([vesting], NOW)).toMatchObject({
    kind: 'vesting',
    vests,
    opens: vests + 7 * DAY_MS,
  });
});

test('nothing of the kind: a new vault takes eight days', () => {
  const none = { kind: 'none', opens: NOW + 8 * DAY_MS };
  expect(openingOf([stakeOf({ phase: 'completed' })], NOW)).toEqual(none);
});

test('a day to ask again after a rejection or a failed payout, and no longer', () => {
  const rejected = sellOf({ status: 'rejected', reviewedAt: '2026-01-16T12:00:00.000Z' });
  const failed = sellOf({
    payout: payoutOf({ status: 'failed', settledAt: '2026-01-16T18:00:00.000Z' }),
  });
  expect(retryUntil([rejected], NOW)).toBe(NOW + 12 * HOUR_MS);
  expect(retryUntil([rejected, failed], NOW)).toBe(NOW + 18 * HOUR_MS);
  expect(retryUntil([rejected], NOW + 12 * HOUR_MS)).toBeNull();
  expect(retryUntil([sellOf()], NOW)).toBeNull();
});

test.each([
  [7 * DAY_MS, '7 days'],
  [6.2 * DAY_MS, '7 days'],
  [DAY_MS, '24 hours'],
  [HOUR_MS, '1 hour'],
  [HOUR_MS - 1, 'less than an hour'],
])('%i ms are %s', (ms, text) => {
  expect(timeLeft(ms)).toBe(text);
});
