import { expect, test } from 'vitest';
import { LMT, day } from '#test/domain/builders';
import type { NumberedItem } from '../base/change.ts';
import { filterHistory } from './history-filter.ts';

const item = (changes: Partial<NumberedItem>): NumberedItem => ({
  id: 'i1',
  number: 42n,
  type: 'bond',
  at: day(0),
  amount: LMT('1'),
  token: 'LMT',
  fee: 0n,
  feeToken: 'LMT',
  status: 'completed',
  hash: null,
  note: null,
  ...changes,
});
const ITEMS = [
  item({ id: 'a' }),
  item({ id: 'b', type: 'sell', status: 'pending', at: day(1), hash: 'HashOfB' }),
  item({ id: 'c', type: 'withdraw', status: 'failed', at: day(2), note: 'Adjusted by the owner' }),
  item({ id: 'd', type: 'stake', at: day(-1), token: 'USDC' }),
];

test.each([
  ['no field', {}, ['a', 'b', 'c', 'd']],
  ['a type', { type: 'sell' as const }, ['b']],
  ['a status', { status: 'failed' as const }, ['c']],
  ['an inclusive start', { from: day(1) }, ['b', 'c']],
  ['an exclusive end', { to: day(1) }, ['a', 'd']],
  ['a reference', { search: 'bond-20260105-000042' }, ['a']],
  ['a hash in any case', { search: 'hashofb' }, ['b']],
  ['a note', { search: ' OWNER ' }, ['c']],
  ['several fields', { type: 'sell' as const, from: day(0), to: day(2), search: 'hash' }, ['b']],
  ['a token', { search: 'usdc' }, ['d']],
  ['text with surrounding blanks', { search: '  hashofb  ' }, ['b']],
  ['only blanks', { search: '  ' }, ['a', 'b', 'c', 'd']],
  ['text across two fields', { search: 'hashofblmt' }, []],
  ['text without a match', { search: 'nowhere' }, []],
])('filters by %s', (_, filter, ids) => {
  expect(filterHistory(ITEMS, filter).map(({ id }) => id)).toEqual(ids);
});
