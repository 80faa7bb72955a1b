import { expect, test } from 'vitest';
import { DAY } from '#test/domain/proofs';
import { DAY_MS, instant } from '../base/time.ts';
import { type Day, dayOf, dueDay, isDay, leavesKeptFrom } from './day.ts';
import { memoOf, readMemo } from './memo.ts';
import { ownershipMessage } from './ownership.ts';

const [root, logHead] = ['ab'.repeat(32), 'cd'.repeat(32)];
const anchored = { day: DAY, root, totalUnits: '1234500000000', logHead };

test('the memo of an anchor is as it was agreed, and is read again', () => {
  const memo = memoOf(anchored);
  expect(memo).toBe(`lmt-proof:v1:2026-01-31:${root}:1234500000000:${logHead}`);
  expect(readMemo(memo)).toEqual(anchored);
  expect(memoOf({ ...anchored, totalUnits: 0n })).toContain(`:${root}:0:${logHead}`);
  const wrong = [
    '',
    memo.replace('v1', 'v2'),
    memo.replace('01-31', '01-32'),
    memo.replace(root, root.toUpperCase()),
    memo.replace(':1234', ':01234'),
    `${memo} `,
    `${memo}:`,
    ` ${memo}`,
  ];
  for (const each of wrong) expect(readMemo(each), each).toBeNull();
});

test('what a treasury signs names day, root, asset and account', () => {
  expect(ownershipMessage({ day: DAY, root, asset: 'SOL', address: 'Addr' })).toBe(
    `LMT proof of liabilities of 2026-01-31\nThe treasury holds SOL at Addr\nRoot ${root}`,
  );
});

const at = (text: string) => instant(Date.parse(text));
const day = (text: string): Day => text as Day;

test('a day is a day in UTC that exists', () => {
  expect(dayOf(at('2026-02-28T23:59:59.999Z'))).toBe('2026-02-28');
  expect(dayOf(at('2026-03-01T00:00:00.000Z'))).toBe('2026-03-01');
  expect(['2026-02-28', '2024-02-29'].map(isDay)).toEqual([true, true]);
  const wrong = [
    '2026-02-29',
    '2026-13-01',
    '2026-2-1',
    '',
    '2026-02-28T00:00',
    '0000-00-00',
    '2026',
    '2026-01',
    '+012026-01',
    '+012026-01-01',
  ];
  for (const each of wrong) expect(isDay(each), each).toBe(false);
});

test('due is today alone, once, from the first midnight on', () => {
  const made = at('2026-01-10T15:00:00Z');
  const due = (now: string, last: string | null) =>
    dueDay(at(now), last === null ? null : day(last), made);
  expect(due('2026-01-10T23:59:59.999Z', null)).toBeNull();
  expect(due('2026-01-11T00:00:00.000Z', null)).toBe('2026-01-11');
  expect(due('2026-01-11T18:00:00.000Z', null)).toBe('2026-01-11');
  expect(due('2026-01-11T18:00:00.000Z', '2026-01-11')).toBeNull();
  // A week later, of the days between none can be made any more.
  expect(due('2026-01-18T00:00:01.000Z', '2026-01-11')).toBe('2026-01-18');
  expect(due('2026-01-17T23:00:00.000Z', '2026-01-18')).toBeNull();
  const midnight = at('2026-01-10T00:00:00Z');
  expect(dueDay(midnight, null, midnight)).toBe('2026-01-10');
});

test('leaves of 31 days are kept, today’s included', () => {
  const now = at('2026-02-10T12:00:00Z');
  expect(leavesKeptFrom(now)).toBe(dayOf(instant(now - 30 * DAY_MS)));
});
