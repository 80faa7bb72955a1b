import { expect, test } from 'vitest';

import { dateTimeText } from '../kernel/ui/format/times.ts';
import { settingsSubject } from './settings-subject.ts';

test('a change of settings is told with the values before and after', () => {
  const before = { sellingFee: '0.150000', withdrawalFee: null, apyMode: 'fixed' };
  const after = { sellingFee: '0.200000', withdrawalFee: '0.010000', apyMode: 'dynamic' };
  expect(settingsSubject(before, after)).toBe(
    'Selling fee 15.0% → 20.0%, Withdrawal fee none → 1.0%, APY mode fixed → dynamic',
  );
});

test('a price and revenue are told in their units', () => {
  expect(settingsSubject({ lmtPriceUSDC: '987.000000' }, { lmtPriceUSDC: '990.500000' })).toMatch(
    /^LMT price in USDC 987\S* USDC → 990\.5\S* USDC$/,
  );
  expect(settingsSubject({ yieldFarming: '1.000000' }, { yieldFarming: '2.000000' })).toMatch(
    /^Yield Farming \$1\S* → \$2\S*$/,
  );
});

test('a planned change is told with its instant', () => {
  const effectiveAt = '2026-02-01T12:00:00.000Z';
  const after = { currentAPY: '900.00', effectiveAt };
  expect(settingsSubject({ currentAPY: '1000.00' }, after)).toBe(
    `Current Dynamic APY 1,000.00% → 900.00%, from ${dateTimeText(effectiveAt)}`,
  );
});

test('a line without a setting that is known has no subject', () => {
  expect(settingsSubject(null, { nonsense: 1 })).toBe('');
  expect(settingsSubject(undefined, undefined)).toBe('');
});
