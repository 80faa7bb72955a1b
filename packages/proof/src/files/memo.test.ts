import { expect, test } from 'vitest';
import { DAY } from '../../test/whole-day.ts';
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
