import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY } from '../../test/whole-day.ts';
import { addressOf } from './address.ts';
import type { Day } from './day.ts';
import { memoOf, memoStart, readMemo } from './memo.ts';
import { referenceOf } from './reference.ts';
import { ownershipMessage } from './ownership.ts';

const [root, logHead] = ['ab'.repeat(32), 'cd'.repeat(32)];
const anchored = { day: DAY, root, totalUnits: '1234500000000', logHead };

test('a memo names day, root, total, log and the last anchored day, and is read again', () => {
  const last = { day: '2026-01-29' as Day, root: 'ef'.repeat(32) };
  const memo = memoOf(anchored, last);
  expect(memo).toBe(
    `lmt-proof:v2:2026-01-31:${root}:1234500000000:${logHead}:2026-01-29:${last.root}`,
  );
  expect(memo.startsWith(memoStart(anchored))).toBe(true);
  expect(readMemo(memo)).toEqual({ ...anchored, last });
  expect(memoOf({ ...anchored, totalUnits: 0n }, last)).toContain(`:${root}:0:${logHead}`);
  const wrong = [
    '',
    memo.replace('v2', 'v1'),
    memo.replace('01-31', '01-32'),
    memo.replace('01-29', '01-32'),
    memo.replace('2026-01-29', '0000-00-00'),
    memo.replace(root, root.toUpperCase()),
    memo.replace(':1234', ':01234'),
    memo.slice(0, memo.indexOf(':2026-01-29')),
    `${memo} `,
    `${memo}:`,
    ` ${memo}`,
  ];
  for (const each of wrong) expect(readMemo(each), each).toBeNull();
});

test('the first memo of a treasury names no day and 64 zeros', () => {
  const memo = memoOf(anchored, null);
  expect(memo.endsWith(`:${logHead}:0000-00-00:${'0'.repeat(64)}`)).toBe(true);
  expect(readMemo(memo)).toEqual({ ...anchored, last: null });
  expect(readMemo(memo.replace('0000-00-00', '2026-01-29'))?.last?.day).toBe('2026-01-29');
});

test('the reference address is SHA-256 of a prefix and the treasury’s bytes', () => {
  const treasury = addressOf(new Uint8Array(32).fill(7));
  const hash = createHash('sha256')
    .update('lmt-proof:v2:reference:')
    .update(new Uint8Array(32).fill(7))
    .digest();
  expect(referenceOf(treasury)).toBe(addressOf(hash));
  expect(referenceOf('treasury')).toBeNull();
});

test('what a treasury signs names day, root, asset and account', () => {
  expect(ownershipMessage({ day: DAY, root, asset: 'SOL', address: 'Addr' })).toBe(
    `LMT proof of liabilities of 2026-01-31\nThe treasury holds SOL at Addr\nRoot ${root}`,
  );
});
