import { expect, test } from 'vitest';

import { firstShortDay, leftForDays } from './left-for-days.ts';

const day = (n: number, payoutSOL: string, requiredSOL: string) =>
  ({ day: n, payoutSOL, requiredSOL }) as never;

test('each day finds what the days before it left', () => {
  const days = leftForDays({
    available: { SOL: '10.000000000', USDC: '400.000000' },
    solPriceUSD: '200.000000000000',
    dailyRequirements: [day(1, '4.0', '5.0'), day(2, '6.0', '6.0'), day(3, '2.0', '2.0')],
  });
  expect(days.map(({ left }) => left)).toEqual([12, 7, 1]);
  expect(days.map(({ usdc }) => usdc)).toEqual([1, 0, 0]);
  expect(firstShortDay(days)).toBe(3);
  expect(firstShortDay(days.slice(0, 2))).toBe(null);
});

test('without a balance no day is called short', () => {
  const days = leftForDays({
    available: null,
    solPriceUSD: '200.000000000000',
    dailyRequirements: [day(1, '4.0', '5.0')],
  });
  expect(days[0]?.left).toBe(null);
  expect(firstShortDay(days)).toBe(null);
});
