import { describe, expect, test } from 'vitest';
import { apy, rate } from '#domain/base/money';
import { DEFAULT_SETTINGS } from '#domain/terms/settings';
import { PRICES, T0, day } from '#test/domain/builders';
import { type FigureSource, figuresOf, fill } from './figures.ts';

const SOURCE: FigureSource = {
  settings: DEFAULT_SETTINGS,
  prices: PRICES,
  pause: null,
  network: 'local',
  nextPriceStep: day(7),
  till: { treasury: 'Treasury', treasuryTokenAccount: 'TreasuryUsdc' },
};
const figure = (name: string, change: Partial<FigureSource> = {}): string =>
  fill(`{{${name}}}`, figuresOf({ ...SOURCE, ...change }));

test.each([
  ['currentAPY', '1,000%'],
  ['maxDynamicAPY', '10,000%'],
  ['dailyRate', '2.73972603%'],
  ['rewardOf100', '19.17808219 LMT'],
  ['stakingFee', '2%'],
  ['stakingFeeOf100', '9.87 SOL'],
  ['restakeFee', '1.5%'],
  ['sellFee', '15%'],
  ['lmtPriceUSDC', '987 USDC'],
  ['lmtPriceSOL', '4.935 SOL'],
  ['weeklyPriceIncrease', '1.5%'],
  ['nextPriceStep', '12 Jan 2026, 12:00 UTC'],
  ['maxSupply', '1,000,000 LMT'],
  ['dailyRevenue', '$7,500'],
  ['quote', '10 minutes'],
  ['quoteGrace', '60 seconds'],
  ['bondLock', '24 hours'],
  ['cycle', '7 days'],
  ['sellAnswer', '48 hours'],
  ['minBondSOL', '0.01 SOL'],
  ['minBondUSDC', '0.01 USDC'],
  ['minStake', '0.0001 LMT'],
  ['minPayoutUSDC', '2 USDC'],
  ['treasuryAddress', 'Treasury'],
  ['treasuryTokenAccount', 'TreasuryUsdc'],
])('%s is %s by default', (name, text) => {
  expect(figure(name)).toBe(text);
});

describe('a figure follows the terms in force:', () => {
  test('the APY and its source', () => {
    const settings = { ...DEFAULT_SETTINGS, apyMode: 'dynamic', baseApy: apy(1_000_50n) } as const;
    expect(figure('currentAPY', { settings })).toBe('1,350.5%');
    expect(figure('apySource', { settings })).toMatch(/follows the daily revenue/);
    expect(figure('apySource')).toMatch(/set by the owner/);
  });

  test('the withdrawal fee, which may be unset', () => {
    const settings = { ...DEFAULT_SETTINGS, withdrawalFee: rate(125_500n) };
    expect(figure('withdrawalFee', { settings })).toBe('12.55% of the unstaked LMT, in LMT');
    expect(figure('unstakingFee', { settings })).toMatch(/12\.55%/);
    expect(figure('unstakingFee')).toBe('Unstaking is free: no withdrawal fee is set.');
  });

  test('the pause and the network', () => {
    expect(figure('pauseState', { pause: { from: T0, to: null } })).toBe(
      'The protocol has been paused since 5 Jan 2026, 12:00 UTC.',
    );
    expect(figure('network', { network: 'mainnet-beta' })).toMatch(/^Solana Mainnet/);
  });
});

test('fill replaces all figures of a text, and throws for an unknown one', () => {
  const figures = figuresOf(SOURCE);
  expect(fill('{{stakingFee}} and {{ sellFee }}, {not} one', figures)).toBe(
    '2% and 15%, {not} one',
  );
  expect(() => fill('{{noSuch}}', figures)).toThrow('noSuch');
});
