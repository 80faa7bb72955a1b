import { describe, expect, test } from 'vitest';
import { LMT, USDC } from '#test/domain/builders';
import { type StoredHolding, balancesAsOf } from './holdings.ts';
import { NOTHING_OWED } from '#test/domain/payouts';
import { liabilitiesOf } from './liabilities.ts';
import { lmt, usdc } from '../base/money.ts';
import { DEFAULT_SETTINGS } from '../terms/settings.ts';
import { DEFAULT_LMT_PRICE } from '../terms/terms.ts';
import { type Instant, instant, iso } from '../base/time.ts';
import { pointsDue, publicFigures } from './treasury-points.ts';
import { shareOf } from './treasury.ts';

const at = (text: string): Instant => instant(Date.parse(text));

describe('due points', () => {
  test.each([
    ['2026-01-05T12:34:56.789Z', ['hour 2026-01-05T12:00:00.000Z']],
    ['2026-01-05T12:00:00.000Z', ['hour 2026-01-05T12:00:00.000Z']],
    ['2026-01-05T11:59:59.999Z', ['hour 2026-01-05T11:00:00.000Z']],
    ['2026-01-05T00:00:00.000Z', ['hour 2026-01-05T00:00:00.000Z', 'day 2026-01-05T00:00:00.000Z']],
    ['2026-01-05T00:59:59.999Z', ['hour 2026-01-05T00:00:00.000Z', 'day 2026-01-05T00:00:00.000Z']],
    ['2026-01-05T01:00:00.000Z', ['hour 2026-01-05T01:00:00.000Z']],
    ['2026-01-05T23:59:59.999Z', ['hour 2026-01-05T23:00:00.000Z']],
  ])('at %s: %j', (now, due) => {
    expect(pointsDue(at(now)).map((p) => `${p.granularity} ${iso(p.at)}`)).toEqual(due);
  });
});

const BESIDE = { tokens: NOTHING_OWED, paying: lmt(0n) };

describe('the public figures', () => {
  const held = { unstaked: LMT('1'), bonds: LMT('2'), vaults: LMT('5'), escrow: LMT('1') };
  const basis = {
    liabilities: liabilitiesOf(held, LMT('1'), BESIDE),
    staked: LMT('5'),
    supply: LMT('9'),
    holdingsUsd: USDC('24675'),
    settings: DEFAULT_SETTINGS,
    lmtPrice: DEFAULT_LMT_PRICE,
    solPrice: null,
  };

  test('are computed from ledger, holdings, settings and price', () => {
    expect(publicFigures(basis)).toEqual({
      liabilities: LMT('10'),
      liabilitiesUsd: USDC('9870'),
      holdingsUsd: USDC('24675'),
      coverage: 250n,
      staked: LMT('5'),
      apy: 100_000n,
      dailyCost: USDC('135.205479'),
      dailyRevenue: USDC('7500'),
      lmtPrice: 987_000_000n,
      supply: LMT('9'),
    });
  });

  test('have no coverage if nothing is owed', () => {
    const nothing = {
      unstaked: lmt(0n),
      bonds: lmt(0n),
      vaults: lmt(0n),
      escrow: lmt(0n),
    };
    const figures = publicFigures({
      ...basis,
      liabilities: liabilitiesOf(nothing, lmt(0n), BESIDE),
    });
    expect(figures.coverage).toBeNull();
  });
});

test('returns a share in hundredths of a percent, and null of nothing', () => {
  expect(shareOf(USDC('1'), USDC('3'))).toBe(3_333n);
  expect(shareOf(USDC('2'), USDC('3'))).toBe(6_667n);
  expect(shareOf(usdc(0n), USDC('3'))).toBe(0n);
  expect(shareOf(usdc(0n), usdc(0n))).toBeNull();
});

describe('the reading time of the balances is the older one', () => {
  const stored = (symbol: string, asOf: string | null): StoredHolding => ({
    symbol,
    name: symbol,
    logo: null,
    displayOrder: 1,
    decimals: 6,
    origin: symbol === 'BTC' ? 'owner' : 'chain',
    units: 1n,
    asOf: asOf === null ? null : at(asOf),
  });
  test.each<[string | null, string | null, string | null]>([
    ['2026-01-05T00:00:01.000Z', '2026-01-05T00:00:00.000Z', '2026-01-05T00:00:00.000Z'],
    ['2026-01-05T00:00:00.000Z', '2026-01-05T00:00:01.000Z', '2026-01-05T00:00:00.000Z'],
    [null, '2026-01-05T00:00:01.000Z', null],
    ['2026-01-05T00:00:00.000Z', null, null],
  ])('%s and %s: %s', (sol, usd, oldest) => {
    const all = [stored('SOL', sol), stored('BTC', null), stored('USDC', usd)];
    expect(balancesAsOf(all)).toBe(oldest === null ? null : at(oldest));
  });
});
