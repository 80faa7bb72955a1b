import { expect, test } from 'vitest';

import { LMT, PRICES, SOL, T0, USDC, confirmedBond, day } from '#test/domain/builders';

import type { HistoryItem } from '../base/change.ts';
import { lmtPrice } from '../base/money.ts';
import { bondedSums, historySummary } from './history-summary.ts';

const item = (of: Partial<HistoryItem>): HistoryItem => ({
  type: 'bond',
  userId: 'u1',
  subject: 's1',
  at: T0,
  amount: SOL('1'),
  token: 'SOL',
  fee: LMT('0'),
  feeToken: 'LMT',
  status: 'completed',
  hash: null,
  note: null,
  ...of,
});

test('sums items that did not fail, by token and in USD at their own time', () => {
  const items = [
    item({}),
    item({ type: 'sell', amount: LMT('2'), token: 'LMT', fee: LMT('0.3'), at: day(7) }),
    item({ type: 'sell', amount: LMT('5'), token: 'LMT', fee: LMT('1'), status: 'failed' }),
    item({ amount: USDC('10'), token: 'USDC', status: 'pending' }),
  ];
  const dear = { ...PRICES, lmt: lmtPrice(1_000_000_000n) };
  expect(historySummary(items, (at) => (at === T0 ? PRICES : dear))).toEqual({
    fees: USDC('300'),
    volume: USDC('2210'),
    feesByToken: { LMT: LMT('0.3'), SOL: 0n, USDC: 0n },
    volumeByToken: { LMT: LMT('2'), SOL: SOL('1'), USDC: USDC('10') },
  });
});

test('a bond counts once its payment was seen', () => {
  const [first, second] = [confirmedBond(), confirmedBond({ id: 'b2', status: 'completed' })];
  const unpaid = confirmedBond({ id: 'b3', status: 'pending' });
  expect(bondedSums([first, second, unpaid])).toEqual({
    LMT: 2n * first.lmtAmount,
    SOL: 2n * first.amount,
    USDC: 0n,
  });
});
