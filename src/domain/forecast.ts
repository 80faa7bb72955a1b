import { accountKey, balancesAfter, unstakedOf } from './ledger.ts';
import { type Lamports, type Usdc, lmt, max, mulDivHalfUp, usdc } from './money.ts';
import type { PriceBook } from './price.ts';
import { type Result, ok, refuse } from './result.ts';
import type { Terms } from './terms.ts';
import { DAY_MS, type Instant, after } from './time.ts';
import { catchUp } from './vault-catch-up.ts';
import {
  type DailyRequirement,
  type ForecastUser,
  type Requirement,
  dayOf,
  requirement,
  sellersOf,
  total,
} from './forecast-day.ts';
import {
  type Outlook,
  type VaultForecast,
  type WhatIf,
  forecastVault,
  solPriceFor,
} from './forecast-vault.ts';

export interface ForecastInput {
  readonly users: readonly ForecastUser[];
  readonly terms: Terms;
  readonly book: PriceBook;
  readonly whatIf?: WhatIf;
}

/** Payout… is what is paid in each token; Required… the whole of it in SOL or in USDC (alternatives, not a sum). */
export interface ForecastSummary {
  readonly totalActiveVaults: number;
  readonly vaultsMaturing7Days: number;
  readonly vaultsMaturing30Days: number;
  readonly totalMaturedVaults: number;
  /** Of the seven days. */
  readonly averageDailyUSD: Usdc;
  readonly peakDailyUSD: Usdc;
  /** Days 1 and 2. */
  readonly next48HoursSOL: Lamports;
  readonly next48HoursUSD: Usdc;
  readonly next7DaysPayoutSOL: Lamports;
  readonly next7DaysPayoutUSDC: Usdc;
  readonly next7DaysRequiredSOL: Lamports;
  readonly next7DaysRequiredUSDC: Usdc;
  readonly next30DaysPayoutSOL: Lamports;
  readonly next30DaysPayoutUSDC: Usdc;
  readonly next30DaysRequiredSOL: Lamports;
  readonly next30DaysRequiredUSDC: Usdc;
  /** Of the vaults that are in their window now; day 1 holds it too. */
  readonly maturedPayoutSOL: Lamports;
  readonly maturedPayoutUSDC: Usdc;
  readonly maturedRequiredSOL: Lamports;
  readonly maturedRequiredUSDC: Usdc;
}

export interface Forecast {
  readonly summary: ForecastSummary;
  /** Seven, whatever there is to pay. */
  readonly dailyRequirements: readonly DailyRequirement[];
  /** Within 30 days, the earliest first. */
  readonly upcomingMaturations: readonly VaultForecast[];
  /** In their window now, the earliest first. */
  readonly maturedVaults: readonly VaultForecast[];
}

const TABLE_DAYS = 7;
const OUTLOOK_DAYS = 30;

/**
 * What the treasury has to pay when: per day, for 48 hours, 7 and 30 days, and for what has matured.
 * Each vault counts with the cycle that it is in; one that still vests has no date yet.
 */
export function forecastPayouts(input: ForecastInput, now: Instant): Result<Forecast> {
  const { terms, book, whatIf = {} } = input;
  const sol = solPriceFor(book, whatIf, now);
  if (sol === null) return refuse('PRICE_UNKNOWN', { symbol: 'SOL' });
  const outlook: Outlook = { terms, book, whatIf, now, sol };
  const users = new Map(input.users.map((user) => [user.userId, caughtUp(user, terms, now)]));
  const vaults = [...users.values()]
    .flatMap((user) => user.vaults.map((v) => forecastVault(v, user.walletAddress, outlook)))
    .filter((vault) => vault !== null)
    .sort((a, b) => a.maturationDate - b.maturationDate || (a.stakeId < b.stakeId ? -1 : 1));
  const days = Array.from({ length: OUTLOOK_DAYS }, (_, index) =>
    dayOf(index + 1, vaults, users, outlook),
  );
  const maturedVaults = vaults.filter((vault) => vault.maturationDate <= now);
  const upcomingMaturations = maturingWithin(OUTLOOK_DAYS, vaults, now);
  const matured = requirement(sellersOf(maturedVaults, users, after(now, DAY_MS), outlook), sol);
  const counts: Counts = {
    totalActiveVaults: vaults.length,
    vaultsMaturing7Days: maturingWithin(TABLE_DAYS, vaults, now).length,
    vaultsMaturing30Days: upcomingMaturations.length,
    totalMaturedVaults: maturedVaults.length,
  };
  return ok({
    summary: { ...counts, ...sums(days, matured, outlook) },
    dailyRequirements: days.slice(0, TABLE_DAYS),
    upcomingMaturations,
    maturedVaults,
  });
}

type Counts = Pick<
  ForecastSummary,
  'totalActiveVaults' | 'vaultsMaturing7Days' | 'vaultsMaturing30Days' | 'totalMaturedVaults'
>;

function maturingWithin(
  days: number,
  vaults: readonly VaultForecast[],
  now: Instant,
): VaultForecast[] {
  const end = after(now, days * DAY_MS);
  return vaults.filter(({ maturationDate: at }) => at > now && at < end);
}

/** The user as they stand now, whether or not a sweep has run: what it released counts as unstaked. */
function caughtUp(user: ForecastUser, terms: Terms, now: Instant): ForecastUser {
  const changes = user.vaults.map((vault) => catchUp(vault, terms, now));
  const key = accountKey(unstakedOf(user.userId));
  const released = balancesAfter(changes.flatMap(({ journals }) => journals)).get(key) ?? 0n;
  const unstaked = lmt(user.unstaked + released);
  return { ...user, unstaked, vaults: changes.map(({ next }) => next) };
}

/** The money of the summary, all of it from the same days. */
function sums(
  days: readonly DailyRequirement[],
  matured: Requirement,
  { sol }: Outlook,
): Omit<ForecastSummary, keyof Counts> {
  const week = days.slice(0, TABLE_DAYS);
  const soon = total(days.slice(0, 2), sol);
  const next7 = total(week, sol);
  const next30 = total(days, sol);
  return {
    averageDailyUSD: usdc(mulDivHalfUp(next7.requiredUSDC, 1n, BigInt(TABLE_DAYS))),
    peakDailyUSD: week.reduce((peak, day) => max(peak, day.requiredUSDC), usdc(0n)),
    next48HoursSOL: soon.requiredSOL,
    next48HoursUSD: soon.requiredUSDC,
    next7DaysPayoutSOL: next7.payoutSOL,
    next7DaysPayoutUSDC: next7.payoutUSDC,
    next7DaysRequiredSOL: next7.requiredSOL,
    next7DaysRequiredUSDC: next7.requiredUSDC,
    next30DaysPayoutSOL: next30.payoutSOL,
    next30DaysPayoutUSDC: next30.payoutUSDC,
    next30DaysRequiredSOL: next30.requiredSOL,
    next30DaysRequiredUSDC: next30.requiredUSDC,
    maturedPayoutSOL: matured.payoutSOL,
    maturedPayoutUSDC: matured.payoutUSDC,
    maturedRequiredSOL: matured.requiredSOL,
    maturedRequiredUSDC: matured.requiredUSDC,
  };
}
