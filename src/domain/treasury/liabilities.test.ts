import { expect, test } from 'vitest';
import { LMT, SOL, USDC } from '#test/domain/builders';
import { NOTHING_OWED } from '#test/domain/payouts';
import { liabilitiesOf, owedInUsd } from './liabilities.ts';
import { lmtPrice, usdPrice } from '../base/money.ts';

test('sums what is owed, including accruing rewards', () => {
  const held = {
    unstaked: LMT('1'),
    bonds: LMT('2'),
    vaults: LMT('3'),
    escrow: LMT('4'),
  };
  const beside = { tokens: NOTHING_OWED, paying: LMT('1') };
  expect(liabilitiesOf(held, LMT('0.5'), beside)).toEqual({
    ...held,
    ...beside,
    vaults: LMT('3.5'),
    accruing: LMT('0.5'),
    total: LMT('10.5'),
  });
});

test('values LMT without the part being paid, and all other debts', () => {
  const tokens = {
    SOL: { credit: SOL('0.25'), deposits: SOL('0.5'), payouts: SOL('0.25') },
    USDC: { credit: 0n, deposits: USDC('7'), payouts: USDC('3') },
  };
  const prices = { lmt: lmtPrice(987_000_000n), sol: usdPrice(200n * 10n ** 12n) };
  const owed = { total: LMT('3'), paying: LMT('1'), tokens };
  expect(owedInUsd(owed, prices)).toEqual({
    allLmt: USDC('2961'),
    lmt: USDC('1974'),
    other: USDC('210'),
    total: USDC('2184'),
  });
  expect(owedInUsd(owed, { ...prices, sol: null }).other).toBe(USDC('10'));
});
