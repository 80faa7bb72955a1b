import { describe, expect, test } from 'vitest';
import {
  BOOK,
  PRICES,
  SOL,
  TERMS,
  USDC,
  day,
  forecastUser as user,
  pendingSell,
  runningVault,
  termsOf,
  valueOf,
} from '#test/domain/builders';
import { DEFAULT_SETTINGS } from '../terms/settings.ts';
import { beginForecast } from './forecast.ts';
import { type ForecastUser, type UserBreakdown, byPayout, requestOf } from './forecast-day.ts';
import { addUser, emptySums } from './forecast-part.ts';
import type { Outlook } from './forecast-vault.ts';

const NOW = day(7.5);
const outlook = (changes: Partial<Outlook> = {}): Outlook => ({
  terms: TERMS,
  book: BOOK,
  whatIf: {},
  now: NOW,
  sol: PRICES.sol,
  ...changes,
});
const forecastOf = (of: ForecastUser, at: Outlook = outlook()) => {
  const sums = emptySums();
  return { sums, ...addUser(sums, of, at) };
};
/** Vault that matures this many days from now. */
const maturing = (days: number, id = 'v1') =>
  runningVault({
    id,
    cycle: { startsAt: day(0), endsAt: day(7.5 + days), apy: DEFAULT_SETTINGS.currentApy },
  });

describe('lines of a day', () => {
  const line = (changes: Partial<UserBreakdown>): UserBreakdown => ({
    ...requestOf(user({ pendingSell: pendingSell() }), outlook())[0]!,
    ...changes,
  });

  test('sort by the largest payout, then by user, and a request before possible sales', () => {
    const sorted = [
      line({ userId: 'u3', netUSDPayout: USDC('2') }),
      line({ userId: 'u1', netUSDPayout: USDC('1') }),
      line({ userId: 'u1', netUSDPayout: USDC('1'), cycleEndDate: day(8) }),
      line({ userId: 'u2', netUSDPayout: USDC('1') }),
    ];
    for (const [i, a] of sorted.entries()) {
      for (const [k, b] of sorted.entries()) {
        expect(Math.sign(byPayout(a, b))).toBe(Math.sign(i - k));
      }
    }
  });

  test('value a request at its payout, in either token', () => {
    const inUsdc = pendingSell({ payoutToken: 'USDC', payout: USDC('1677.9') });
    for (const sell of [pendingSell(), inUsdc]) {
      expect(requestOf(user({ pendingSell: sell }), outlook())).toMatchObject([
        { netUSDPayout: USDC('1677.9'), grossUSDAmount: USDC('1974') },
      ]);
    }
  });

  test('use the price at the later of two maturities, in any order', () => {
    const vaults = [maturing(0.5), maturing(0.7, 'v2')];
    for (const each of [vaults, vaults.toReversed()]) {
      const { breakdowns } = forecastOf(user({ vaults: each }));
      expect(breakdowns).toMatchObject([[1, { cycleEndDate: day(8.2) }]]);
    }
  });

  test('show the maturity of a vault in its window, even if a pause extends the window', () => {
    const terms = termsOf([], [{ from: day(8.2), to: null }]);
    for (const now of [day(8), day(8.5), day(12)]) {
      const { sums, breakdowns, vaults } = forecastOf(user(), outlook({ terms, now }));
      expect(breakdowns).toMatchObject([[1, { cycleEndDate: day(8) }]]);
      expect(vaults).toMatchObject([{ daysUntilMaturation: 0 }]);
      expect(sums).toMatchObject({ active: 1, matured: 1, within30Days: 0 });
      expect(sums.maturedPaid.SOL > 0n).toBe(true);
    }
  });
});

describe('a user’s part of the forecast', () => {
  const daysOf = (...vaults: readonly number[]) => {
    const of = user({ vaults: vaults.map((days, i) => maturing(days, `v${i}`)) });
    const { sums, breakdowns } = forecastOf(of);
    return [[...sums.days.keys()], breakdowns.map(([number]) => number)];
  };

  test('is summed for 30 days and listed for 7', () => {
    expect(daysOf()).toEqual([[], []]);
    expect(daysOf(6.9)).toEqual([[7], [7]]);
    expect(daysOf(7)).toEqual([[8], []]);
    expect(daysOf(29.9)).toEqual([[30], []]);
    expect(daysOf(30)).toEqual([[], []]);
    expect(daysOf(40, 0.1, 9, 3)).toEqual([
      [1, 10, 4],
      [1, 4],
    ]);
  });

  test('counts vaults that mature before the end of seven days', () => {
    const { sums } = forecastOf(user({ vaults: [maturing(6.9), maturing(7, 'v2')] }));
    expect(sums).toMatchObject({ active: 2, within7Days: 1, within30Days: 2, matured: 0 });
  });

  test('counts a request only on day 1', () => {
    const waiting = user({
      pendingSell: pendingSell(),
      vaults: [maturing(0.5), maturing(1.5, 'v2')],
    });
    const { sums, breakdowns } = forecastOf(waiting);
    expect(breakdowns.map(([number, { cycleEndDate }]) => [number, cycleEndDate])).toEqual([
      [1, null],
      [1, day(8)],
      [2, day(9)],
    ]);
    expect(sums.days.get(1)).toMatchObject({ vaults: 1, users: 2, sellers: 1 });
    expect(sums.days.get(2)).toMatchObject({ vaults: 1, users: 1, sellers: 1 });
  });

  test('counts only vaults in their window as matured', () => {
    const [open, later] = [maturing(-0.5), maturing(0.5, 'v2')];
    const paidFor = (...vaults: ForecastUser['vaults']) =>
      forecastOf(user({ vaults })).sums.maturedPaid;
    expect(paidFor(later)).toEqual({ SOL: 0n, USDC: 0n });
    expect(paidFor(open, later)).toEqual(paidFor(open));
    expect(paidFor(open)).toEqual({ SOL: SOL('19.115777360'), USDC: 0n });
  });
});

test('counts a vault that matures now as in its window, not as upcoming', () => {
  const fold = valueOf(beginForecast({ terms: TERMS, book: BOOK }, day(8)));
  fold.add([user()]);
  const { maturedVaults, upcomingMaturations, summary } = fold.finish();
  expect([maturedVaults.length, upcomingMaturations, summary.totalMaturedVaults]).toEqual([
    1,
    [],
    1,
  ]);
});
