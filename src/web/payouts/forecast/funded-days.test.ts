import { expect, test } from 'vitest';

import { firstShortDay, fundedDays } from './funded-days.ts';

interface Needed {
  readonly payoutSOL?: string;
  readonly payoutUSDC?: string;
  readonly requiredSOL?: string;
}

const day = (n: number, needed: Needed) =>
  ({ day: n, payoutSOL: '0.000000000', payoutUSDC: '0.000000', ...needed }) as never;

test('each day finds what the days before it left', () => {
  const days = fundedDays({
    forPending: { SOL: '10.000000000', USDC: '400.000000' },
    solPriceUSD: '200.000000000000',
    dailyRequirements: [
      day(1, { payoutSOL: '4.0', payoutUSDC: '200.0', requiredSOL: '5.0' }),
      day(2, { payoutSOL: '6.0', requiredSOL: '6.0' }),
      day(3, { payoutSOL: '2.0', requiredSOL: '2.0' }),
    ],
  });
  expect(days.map(({ left }) => left)).toEqual([12, 7, 1]);
  expect(days.map(({ usdc }) => usdc)).toEqual([1, 0, 0]);
});

test('without a balance nothing is left, and no day is called short', () => {
  const dailyRequirements = [day(1, { payoutSOL: '4.0', requiredSOL: '5.0' })];
  const [first] = fundedDays({ forPending: null, solPriceUSD: '200.0', dailyRequirements });
  expect(first?.left).toBe(null);
  expect(firstShortDay({ forPending: null, dailyRequirements })).toBe(null);
});

test('a day is short where one token is, whatever there is of the other', () => {
  const sellsSol = [day(1, { payoutSOL: '100.000000000' })];
  const sellsUsdc = [day(1, {}), day(2, { payoutUSDC: '100.000000' })];
  const onlyUsdc = { SOL: '0.000000000', USDC: '100000.000000' };
  const onlySol = { SOL: '500.000000000', USDC: '99.999999' };
  expect(firstShortDay({ forPending: onlyUsdc, dailyRequirements: sellsSol })).toEqual({
    day: 1,
    tokens: ['SOL'],
  });
  expect(firstShortDay({ forPending: onlySol, dailyRequirements: sellsUsdc })).toEqual({
    day: 2,
    tokens: ['USDC'],
  });
  expect(firstShortDay({ forPending: onlyUsdc, dailyRequirements: sellsUsdc })).toBe(null);
  const both = [day(1, { payoutSOL: '501.0', payoutUSDC: '100.0' })];
  expect(firstShortDay({ forPending: onlySol, dailyRequirements: both })?.tokens).toEqual([
    'SOL',
    'USDC',
  ]);
});

test('what is enough to the last unit is enough', () => {
  const dailyRequirements = [day(1, { payoutSOL: '0.1' }), day(2, { payoutSOL: '0.2' })];
  expect(firstShortDay({ forPending: { SOL: '0.3', USDC: '0.0' }, dailyRequirements })).toBe(null);
});
