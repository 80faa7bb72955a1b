import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  BOOK,
  LMT,
  SOL,
  TERMS,
  USDC,
  codeOf,
  day,
  forecastUser as user,
  pendingSell,
  runningVault,
  termsOf,
  valueOf,
  vestingVault,
} from '#test/domain/builders';

import { type Forecast, type ForecastBasis, beginForecast } from './forecast.ts';
import type { ForecastUser } from './forecast-day.ts';
import type { WhatIf } from './forecast-vault.ts';
import { type Lamports, type Usdc, add, apy, lmt, rate, sum, usdPrice } from '../base/money.ts';
import { type Instant, after } from '../base/time.ts';
import type { Vault } from '../vaults/vault.ts';
import { catchUp } from '../vaults/vault-catch-up.ts';
import { unstake } from '../vaults/vault-window.ts';

const NOW = day(7.5);
/** User `u<n>` with one vault `v<n>`. */
const numbered = (n: number, changes: Partial<ForecastUser> = {}, vault: Partial<Vault> = {}) =>
  user({
    userId: `u${n}`,
    vaults: [runningVault({ id: `v${n}`, userId: `u${n}`, ...vault })],
    ...changes,
  });
const richer = (count: number) =>
  Array.from({ length: count }, (_, n) => numbered(n, { unstaked: lmt(BigInt(n) * 10n ** 8n) }));
const forecast = (
  users: readonly ForecastUser[],
  now: Instant = NOW,
  input: Partial<ForecastBasis> = {},
): Forecast => inBatches([users], now, input);
const inBatches = (
  batches: readonly (readonly ForecastUser[])[],
  now: Instant = NOW,
  input: Partial<ForecastBasis> = {},
): Forecast => {
  const fold = valueOf(beginForecast({ terms: TERMS, book: BOOK, ...input }, now));
  for (const batch of batches) fold.add(batch);
  return fold.finish();
};

describe('a vault', () => {
  test('counts at maturity with its sellable LMT and the cost in SOL or in USDC', () => {
    expect(forecast([user()]).upcomingMaturations).toEqual([
      {
        stakeId: 'v1',
        userId: 'u1',
        walletAddress: 'wallet-1',
        daysUntilMaturation: 1,
        maturationDate: day(8),
        stakedAmount: LMT('5'),
        totalLMTAtMaturation: LMT('5.95890410'),
        maxSellable50Percent: LMT('2.97945205'),
        requiredTreasurySOL: SOL('12.685527321'), // 2.53253424 LMT at 1001.805 USDC, one step on
        requiredTreasuryUSDC: USDC('2537.105464'),
      },
    ]);
  });

  test('is priced at the LMT price of its maturation date, steps to come included', () => {
    const [vault] = forecast([user({ vaults: [runningVault({}, day(7.4))] })]).upcomingMaturations;
    expect(vault).toMatchObject({
      maturationDate: day(14.4),
      requiredTreasurySOL: SOL('12.875810231'),
    });
  });

  test.each([
    [after(day(8), -1), 1],
    [day(7), 1],
    [after(day(7), -1), 2],
    [day(1), 7],
  ])('seen at %d matures in %d days', (now, days) => {
    expect(forecast([user()], now).upcomingMaturations[0]?.daysUntilMaturation).toBe(days);
  });

  test('counts as matured in its window, less what was unstaked', () => {
    const open = catchUp(runningVault(), TERMS, day(8)).next;
    const taken = valueOf(unstake({ vault: open, amount: LMT('1') }, TERMS, day(8))).next;
    const { maturedVaults, upcomingMaturations } = forecast([user({ vaults: [taken] })], day(8.5));
    expect(upcomingMaturations).toEqual([]);
    expect(maturedVaults).toMatchObject([
      {
        daysUntilMaturation: 0,
        stakedAmount: LMT('4.95890410'),
        totalLMTAtMaturation: LMT('5.95890410'),
        maxSellable50Percent: LMT('1.97945205'),
      },
    ]);
  });

  test('is left out while vesting and after completion', () => {
    const vaults = [vestingVault(), runningVault({ id: 'v2', status: 'completed' })];
    const { summary, upcomingMaturations } = forecast([user({ vaults })]);
    expect([summary.totalActiveVaults, upcomingMaturations]).toEqual([0, []]);
  });

  test('counts with its current state before a sweep has run', () => {
    const asleep = user({
      unstaked: lmt(0n),
      vaults: [runningVault(), runningVault({ id: 'v2' }, day(5))],
    });
    const [first] = forecast([asleep], day(11.5)).dailyRequirements;
    // v1 was released on day 9: its 5.95890410 LMT are unstaked, beside half of v2 on day 12.
    expect(first?.userBreakdowns[0]?.remainingCapacity).toBe(LMT('4.46917807'));
  });
});

describe('a day', () => {
  const firstDay = (changes: Partial<ForecastUser>) =>
    forecast([user(changes)]).dailyRequirements[0];

  test('counts what a user could sell of unstaked and matured LMT together', () => {
    const [first, ...others] = forecast([user()]).dailyRequirements;
    expect(first).toMatchObject({
      day: 1,
      date: NOW,
      vaultCount: 1,
      sellerCount: 1,
      payoutSOL: SOL('19.115777360'),
      payoutUSDC: 0n,
      requiredSOL: SOL('19.115777360'),
      requiredUSDC: USDC('3823.155472'),
      userBreakdowns: [
        {
          userId: 'u1',
          walletAddress: 'wallet-1',
          payoutToken: 'SOL',
          payout: SOL('19.115777360'),
          remainingCapacity: LMT('4.48972602'), // ⌊(6 + 2.97945205) / 2⌋
          grossUSDAmount: USDC('4497.829975'),
          sellFeeUSD: USDC('674.674503'),
          netUSDPayout: USDC('3823.155472'),
          cycleEndDate: day(8),
        },
      ],
    });
    expect(others.map(({ day: n }) => n)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(others.every((one) => one.requiredSOL === 0n && one.vaultCount === 0)).toBe(true);
  });

  test('is listed for each of seven days, even without users', () => {
    const { dailyRequirements, summary } = forecast([]);
    expect(dailyRequirements.map(({ date }) => date)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((n) => day(7.5 + n)),
    );
    expect(Object.values(summary).every((figure) => figure === 0n || figure === 0)).toBe(true);
  });

  test.each([
    [after(day(7), 1), 1],
    [day(7), 2],
    [after(day(6), 1), 2],
    [day(6), 3],
    [after(day(1), 1), 7],
    [day(1), null],
  ])('n is the n-th 24 hours, its start included: seen at %d, day %s', (now, n) => {
    const days = forecast([user()], now).dailyRequirements.filter(
      ({ vaultCount }) => vaultCount > 0,
    );
    expect(days.map(({ day: number }) => number)).toEqual(n === null ? [] : [n]);
  });

  test('pays in the token of the last request, and converts it to SOL', () => {
    expect(firstDay({ lastPayoutToken: 'USDC' })).toMatchObject({
      payoutSOL: 0n,
      payoutUSDC: USDC('3823.155472'),
      requiredSOL: SOL('19.115777360'),
      requiredUSDC: USDC('3823.155472'),
    });
  });

  test.each([
    ['that is used all day', day(1.5), 0n, 0],
    ['that ends within the day', after(day(1.5), -1), LMT('4.48972602'), 1],
  ])('counts what may be sold with a period %s', (_, startedAt, capacity, sellers) => {
    expect(firstDay({ period: { sold: LMT('1'), startedAt } })).toMatchObject({
      sellerCount: sellers,
      vaultCount: 1,
      userBreakdowns: [{ remainingCapacity: capacity }],
    });
  });

  test('1 contains pending requests at their fixed payout', () => {
    const sell = pendingSell({ requestedAt: day(7) });
    const period = { sold: sell.amount, startedAt: day(7) };
    const waiting = user({ pendingSell: sell, period, lastPayoutToken: 'SOL' });
    const [first, second] = forecast([waiting]).dailyRequirements;
    expect(first).toMatchObject({ payoutSOL: SOL('8.3895'), sellerCount: 1, vaultCount: 1 });
    expect(first?.userBreakdowns[0]).toMatchObject({
      netUSDPayout: USDC('1677.9'),
      sellFeeUSD: USDC('296.1'),
      grossUSDAmount: USDC('1974'),
      remainingCapacity: 0n,
      cycleEndDate: null,
    });
    expect(second?.requiredSOL).toBe(0n);
    const inUsdc = pendingSell({ payoutToken: 'USDC', payout: USDC('1677.9') });
    expect(firstDay({ pendingSell: inUsdc, vaults: [] })).toMatchObject({
      payoutUSDC: USDC('1677.9'),
      requiredSOL: SOL('8.3895'),
    });
  });

  test('1 contains open windows at the current price', () => {
    const { dailyRequirements, summary } = forecast([user()], day(8.5));
    expect(dailyRequirements[0]).toMatchObject({ vaultCount: 1, payoutSOL: SOL('19.115777360') });
    expect(summary).toMatchObject({
      totalMaturedVaults: 1,
      maturedPayoutSOL: SOL('19.115777360'),
      maturedPayoutUSDC: 0n,
      maturedRequiredSOL: SOL('19.115777360'),
      maturedRequiredUSDC: USDC('3823.155472'),
    });
  });

  test('counts two vaults of one user once, at the price of the later', () => {
    const vaults = [runningVault(), runningVault({ id: 'v2' }, day(1.2))];
    expect(firstDay({ vaults })).toMatchObject({
      vaultCount: 2,
      sellerCount: 1,
      userBreakdowns: [{ remainingCapacity: LMT('5.97945205'), cycleEndDate: day(8.2) }],
    });
  });
});

describe('the summary', () => {
  const running = (from: number) => ({ cycle: runningVault({}, day(from)).cycle });
  const cycle = (from: number, to: number) => ({
    cycle: { startsAt: day(from), endsAt: day(to), apy: apy(1n) },
  });
  const users = [
    numbered(1),
    numbered(2, { lastPayoutToken: 'USDC' }, running(2)),
    numbered(3, {}, running(5)),
    numbered(4, {}, running(-0.4)),
    numbered(5, {}, cycle(7, 30)),
    numbered(6, {}, cycle(7, 37.5)),
  ];
  const { summary, dailyRequirements: days, upcomingMaturations, maturedVaults } = forecast(users);

  test('counts vaults by maturity', () => {
    expect(summary).toMatchObject({
      totalActiveVaults: 6,
      vaultsMaturing7Days: 3,
      vaultsMaturing30Days: 4,
      totalMaturedVaults: 1,
    });
    expect(upcomingMaturations.map(({ stakeId }) => stakeId)).toEqual(['v1', 'v2', 'v3', 'v5']);
    expect(maturedVaults.map(({ stakeId }) => stakeId)).toEqual(['v4']);
  });

  test('adds up the days of the table', () => {
    const [paid, required] = [
      {
        SOL: sum<'SOL'>(days.map((d) => d.payoutSOL)),
        USDC: sum<'USDC'>(days.map((d) => d.payoutUSDC)),
      },
      {
        SOL: sum<'SOL'>(days.map((d) => d.requiredSOL)),
        USDC: sum<'USDC'>(days.map((d) => d.requiredUSDC)),
      },
    ];
    for (const token of ['SOL', 'USDC'] as const) {
      expect(summary[`next7DaysPayout${token}`]).toBe(paid[token]);
      const off = summary[`next7DaysRequired${token}`] - required[token];
      expect(off <= 7n && off >= -7n).toBe(true);
    }
    expect(summary.averageDailyUSD).toBe((2n * summary.next7DaysRequiredUSDC + 7n) / 14n);
    const peak = days.map((d) => d.requiredUSDC).reduce((a, b) => (a > b ? a : b));
    expect(summary.peakDailyUSD).toBe(peak);
    expect(summary.next48HoursSOL).toBe(add(days[0]!.requiredSOL, days[1]!.requiredSOL));
    expect(summary.next48HoursUSD).toBe(add(days[0]!.requiredUSDC, days[1]!.requiredUSDC));
  });

  test('covers 30 days, beyond the table’s seven', () => {
    expect(summary.next30DaysPayoutUSDC).toBe(summary.next7DaysPayoutUSDC);
    for (const figure of ['PayoutSOL', 'RequiredSOL', 'RequiredUSDC'] as const) {
      expect(summary[`next30Days${figure}`] > summary[`next7Days${figure}`]).toBe(true);
    }
  });
});

describe('assumptions', () => {
  const whatIf = (supposed: WhatIf) => forecast([user()], NOW, { whatIf: supposed });

  test('scale possible sales to half of the users', () => {
    const [first] = whatIf({ sellersPercent: 50n }).dailyRequirements;
    expect(first?.payoutSOL).toBe(SOL('9.557888655'));
    expect(first?.userBreakdowns[0]?.remainingCapacity).toBe(LMT('4.48972602'));
    expect(whatIf({ sellersPercent: 0n }).summary.next30DaysRequiredSOL).toBe(0n);
    expect(whatIf({ sellersPercent: 100n })).toEqual(whatIf({}));
  });

  test('do not scale pending requests', () => {
    const waiting = user({ pendingSell: pendingSell(), vaults: [] });
    const { summary } = forecast([waiting], NOW, { whatIf: { sellersPercent: 0n } });
    expect(summary.next48HoursSOL).toBe(SOL('8.3895'));
  });

  test('replace the SOL price', () => {
    const supposed = whatIf({ solPrice: usdPrice(100n * 10n ** 12n) });
    expect(supposed.dailyRequirements[0]?.payoutSOL).toBe(SOL('38.231554721'));
    expect(supposed.upcomingMaturations[0]?.requiredTreasurySOL).toBe(SOL('25.371054643'));
  });

  test('replace the APY of running cycles, but not posted rewards', () => {
    const { dailyRequirements, upcomingMaturations } = whatIf({ apy: apy(0n) });
    expect(upcomingMaturations[0]?.totalLMTAtMaturation).toBe(LMT('5'));
    expect(dailyRequirements[0]?.payoutSOL).toBe(SOL('18.095102812'));
    const posted = forecast([user()], day(8.5), { whatIf: { apy: apy(0n) } }).maturedVaults;
    expect(posted[0]?.totalLMTAtMaturation).toBe(LMT('5.95890410'));
  });
});

test('a forecast is refused without a SOL price, unless one is assumed', () => {
  const basis = { terms: TERMS, book: { ...BOOK, sol: [] } };
  expect(codeOf(beginForecast(basis, NOW))).toBe('PRICE_UNKNOWN');
  const whatIf = { solPrice: usdPrice(1n) };
  expect(codeOf(beginForecast({ ...basis, whatIf }, NOW))).toBe('ok');
});

test('a forecast deducts the sell fee', () => {
  const terms = termsOf([{ from: day(2), value: { sellFee: rate(1_000_000n) } }]);
  expect(forecast([user()], NOW, { terms }).summary.next7DaysRequiredSOL).toBe(0n);
});

test('the required amounts suffice to pay everybody', () => {
  const tokens = fc.array(fc.constantFrom('SOL' as const, 'USDC' as const), { maxLength: 9 });
  fc.assert(
    fc.property(tokens, fc.bigInt(10n ** 10n, 10n ** 16n), (payTokens, price) => {
      const users = payTokens.map((lastPayoutToken, n) => numbered(n, { lastPayoutToken }));
      const sol = usdPrice(price);
      const { summary } = forecast(users, NOW, { whatIf: { solPrice: sol } });
      const inUsd = (lamports: Lamports, usd: Usdc): bigint => lamports * sol + usd * 10n ** 15n;
      const owed = inUsd(summary.next7DaysPayoutSOL, summary.next7DaysPayoutUSDC);
      expect(summary.next7DaysRequiredSOL * sol >= owed).toBe(true);
      expect(summary.next7DaysRequiredUSDC * 10n ** 15n >= owed).toBe(true);
      expect((summary.next7DaysRequiredSOL - 1n) * sol < owed || owed === 0n).toBe(true);
    }),
  );
});

/** Users whose vaults mature on any day of the outlook, some with requests, some with used periods. */
const anyUser = fc
  .record({
    vaults: fc.array(fc.integer({ min: -30, max: 1_000 }), { maxLength: 3 }),
    unstaked: fc.bigInt(0n, 10n ** 12n),
    token: fc.constantFrom('SOL' as const, 'USDC' as const, null),
    isWaiting: fc.boolean(),
    isUsed: fc.boolean(),
  })
  .map(({ vaults, unstaked, token, isWaiting, isUsed }) => (userId: string) => {
    const cycle = (hours: number) => ({
      startsAt: day(0),
      endsAt: after(NOW, hours * 3_600_000),
      apy: apy(100_000n),
    });
    return user({
      userId,
      walletAddress: `wallet-${userId}`,
      unstaked: lmt(unstaked),
      lastPayoutToken: token,
      period: { sold: LMT('1'), startedAt: isUsed ? day(7) : null },
      pendingSell: isWaiting ? pendingSell({ userId }) : null,
      vaults: vaults.map((hours, i) =>
        runningVault({ id: `${userId}-v${i}`, userId, cycle: cycle(hours) }),
      ),
    });
  });
const anyUsers = fc
  .array(anyUser, { maxLength: 40 })
  .map((made) => made.map((make, i) => make(`u${i}`)));

test('a forecast is independent of batches and order of users', () => {
  fc.assert(
    fc.property(
      anyUsers,
      fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
      fc.infiniteStream(fc.integer()),
      (users, sizes, keys) => {
        const at = new Map(users.map((each) => [each, keys.next().value]));
        const shuffled = users.toSorted((a, b) => at.get(a)! - at.get(b)!);
        const batches: ForecastUser[][] = [];
        for (let i = 0; i < shuffled.length;) {
          const size = sizes.next().value;
          batches.push(shuffled.slice(i, i + size));
          i += size;
        }
        expect(inBatches(batches)).toEqual(forecast(users));
      },
    ),
    { numRuns: 50 },
  );
});

test('truncates lists with the largest payouts first, and keeps counts and sums complete', () => {
  const users = richer(450);
  const { dailyRequirements, upcomingMaturations, summary } = forecast(users);
  const [first] = dailyRequirements;
  expect(first).toMatchObject({ vaultCount: 450, sellerCount: 450, userCount: 450 });
  expect(first!.userBreakdowns.map(({ userId }) => userId)).toEqual(
    Array.from({ length: 200 }, (_, i) => `u${449 - i}`),
  );
  const alone = users.map((each) => forecast([each]).summary.next7DaysPayoutSOL);
  expect(summary.next7DaysPayoutSOL).toBe(sum<'SOL'>(alone));
  expect([upcomingMaturations.length, summary.vaultsMaturing30Days]).toEqual([20, 450]);
  expect(forecast(users, day(8.5)).maturedVaults).toHaveLength(10);
});
