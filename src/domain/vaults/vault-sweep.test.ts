import { expect, test } from 'vitest';

import { LMT, TERMS, day, runningVault, termsOf } from '#test/domain/builders';

import { MINUTE_MS, after } from '../base/time.ts';
import { catchUpAll } from './vault-catch-up.ts';
import { sweepVaults, sweepRetryAt } from './vault-sweep.ts';

test('writes due changes with each vault’s next due instant', () => {
  const due = [runningVault({ id: 'v1' }), runningVault({ id: 'v2', autoRestake: true })];
  const [changes, ...more] = sweepVaults(due, TERMS, day(9));
  const { next, journals, items } = catchUpAll(due, TERMS, day(9));
  expect(more).toEqual([]);
  expect(changes).toEqual({
    journals,
    items,
    vaults: [
      { vault: next[0], dueAt: null },
      { vault: next[1], dueAt: day(16) },
    ],
  });
  expect(next.map(({ amount }) => amount)).toEqual([0n, LMT('5.94452053')]);
});

test('sweeps a window extended by a pause again a minute later, without a change of its user', () => {
  const paused = termsOf([], [{ from: day(8.5), to: null }]);
  const open = catchUpAll([runningVault()], paused, day(8)).next;
  const reviews = [{ id: 'v1', at: after(day(10), MINUTE_MS) }];
  expect(sweepVaults(open, paused, day(10))).toEqual([
    { noUser: true, journals: [], items: [], vaultReviews: reviews },
  ]);
});

test('sweeps a window at its end after the pause, and writes due changes of other vaults', () => {
  const paused = termsOf([], [{ from: day(8.5), to: day(10) }]);
  const [held] = catchUpAll([runningVault({ id: 'held' })], paused, day(8)).next;
  const swept = sweepVaults([held!, runningVault({ id: 'due' }, day(2))], paused, day(10.2));
  expect(swept).toMatchObject([
    { vaults: [{ vault: { id: 'due', matured: true } }] },
    { noUser: true, vaultReviews: [{ id: 'held', at: day(10.5) }] },
  ]);
});

test('writes nothing if nothing is due', () => {
  expect(sweepVaults([], TERMS, day(1))).toEqual([]);
});

test('retries a failing vault with exponential backoff, then leaves it to the owner', () => {
  const minutes = [1, 2, 3, 4, 5, 6].map((failures) => {
    const at = sweepRetryAt(failures, day(0));
    return at && (at - day(0)) / MINUTE_MS;
  });
  expect(minutes).toEqual([1, 2, 4, 8, null, null]);
});
