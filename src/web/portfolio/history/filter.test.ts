import { expect, test } from 'vitest';

import type { HistoryItemJson } from '#contract/portfolio/portfolio';

import { NO_CHOICE, chosen, exportQuery, isCleared, narrowing } from './filter.ts';

const item = (changes: Partial<HistoryItemJson>): HistoryItemJson => ({
  id: 'a',
  type: 'bond',
  amount: '1.000000000',
  tokenType: 'SOL',
  fee: '0.00000000',
  feeTokenType: 'LMT',
  status: 'completed',
  hash: null,
  projectTxId: 'BOND-20260131-000042',
  note: null,
  createdAt: new Date('2026-01-31T23:59:59').toISOString(),
  valueUSD: '200.000000',
  feeUSD: '0.000000',
  ...changes,
});
const LATER = new Date('2026-02-01T00:00:00').toISOString();
const ITEMS = [
  item({}),
  item({ id: 'b', type: 'sell', status: 'pending', createdAt: LATER, hash: 'HashOfB' }),
  item({ id: 'c', type: 'withdraw', note: 'Adjusted', tokenType: 'LMT', createdAt: LATER }),
];

test.each([
  ['everything', {}, ['a', 'b', 'c']],
  ['a type', { type: 'sell' }, ['b']],
  ['a status', { status: 'pending' }, ['b']],
  ['the last day, which is in whole', { to: '2026-01-31' }, ['a']],
  ['the first day, from its first moment', { from: '2026-02-01' }, ['b', 'c']],
  ['a reference', { search: ' bond-2026 ' }, ['a', 'b', 'c']],
  ['a hash', { search: 'hashofb' }, ['b']],
  ['a token', { search: 'lmt' }, ['c']],
  ['half a date, which is none yet', { from: null }, ['a', 'b', 'c']],
] as const)('%s', (_, choice, ids) => {
  expect(chosen(ITEMS, { ...NO_CHOICE, ...choice }).map(({ id }) => id)).toEqual(ids);
});

test('the export is asked for what is shown', () => {
  expect(exportQuery(NO_CHOICE)).toEqual({});
  const query = exportQuery({
    type: 'sell',
    status: 'pending',
    from: '2026-01-31',
    to: '2026-01-31',
    search: ' a&b ',
  });
  expect(query).toEqual({
    type: 'sell',
    status: 'pending',
    search: 'a&b',
    from: new Date('2026-01-31T00:00:00').toISOString(),
    to: LATER,
  });
});

test('only the panel’s fields count as narrowing', () => {
  expect(narrowing({ ...NO_CHOICE, type: 'sell', search: ' ' })).toBe(0);
  expect(narrowing({ ...NO_CHOICE, status: 'failed', to: '2026-01-31' })).toBe(2);
  expect(narrowing({ ...NO_CHOICE, from: null })).toBe(0);
});

test('half a date can be cleared, though it narrows nothing', () => {
  expect(isCleared({ ...NO_CHOICE, type: 'sell' })).toBe(true);
  expect(isCleared({ ...NO_CHOICE, from: null })).toBe(false);
});
