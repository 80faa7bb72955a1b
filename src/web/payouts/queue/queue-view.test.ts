import { describe, expect, it } from 'vitest';

import type { PendingSellJson } from '#contract/payouts/admin-sells';
import { HOUR_MS } from '#domain/base/time';

import { BY_AGE, NO_FILTER, type QueueFilter, type QueueOrder, queueView } from './queue-view.ts';

const NOW = Date.parse('2026-03-01T00:00:00.000Z');

function sell(
  id: string,
  hours: number,
  facts: Partial<Pick<PendingSellJson, 'lmtAmount' | 'payoutCurrency' | 'riskLevel'>>,
): PendingSellJson {
  const amount = facts.lmtAmount ?? '1.00000000';
  return {
    id,
    requestedAt: new Date(NOW - hours * HOUR_MS).toISOString(),
    lmtAmount: amount,
    netLMT: amount,
    payoutCurrency: 'SOL',
    riskLevel: 'low',
    fixedPrices: { lmtUSDC: '987.000000', solUSD: '200.00000000' },
    ...facts,
  } as PendingSellJson;
}

const QUEUE = [
  sell('old', 48, { lmtAmount: '0.50000000', riskLevel: 'high' }),
  sell('day', 30, { lmtAmount: '9.00000000', payoutCurrency: 'USDC', riskLevel: null }),
  sell('new', 2, { lmtAmount: '10.00000000', riskLevel: 'medium' }),
];

function ids(filter: Partial<QueueFilter>, order: QueueOrder = BY_AGE): string[] {
  const view = queueView(QUEUE, { filter: { ...NO_FILTER, ...filter }, order, now: NOW });
  return view.map(({ id }) => id);
}

describe('what a filter leaves of the queue', () => {
  it.each<[Partial<QueueFilter>, string[]]>([
    [{}, ['old', 'day', 'new']],
    [{ age: 'day' }, ['old', 'day']],
    [{ age: 'overdue' }, ['old']],
    [{ token: 'USDC' }, ['day']],
    [{ risk: 'high' }, ['old']],
    [{ risk: 'unknown' }, ['day']],
    [{ from: '9' }, ['day', 'new']],
    [{ to: '9' }, ['old', 'day']],
    [{ from: '1', to: '9.5' }, ['day']],
    [{ from: '.' }, ['old', 'day', 'new']],
    [{ token: 'SOL', age: 'day', from: '1' }, []],
  ])('%o', (filter, left) => {
    expect(ids(filter)).toEqual(left);
  });
});

it('shows a request that came after the minute began', () => {
  const came = sell('just now', -0.01, {});
  expect(queueView([came], { filter: NO_FILTER, order: BY_AGE, now: NOW })).toEqual([came]);
});

it.each<[QueueOrder, string[]]>([
  [{ by: 'age', direction: 'ascending' }, ['new', 'day', 'old']],
  // 9 before 10: as amounts, not as texts.
  [{ by: 'lmt', direction: 'ascending' }, ['old', 'day', 'new']],
  [{ by: 'payout', direction: 'descending' }, ['new', 'day', 'old']],
  [{ by: 'risk', direction: 'descending' }, ['old', 'new', 'day']],
])('in the order %o', (order, sorted) => {
  expect(ids({}, order)).toEqual(sorted);
});
