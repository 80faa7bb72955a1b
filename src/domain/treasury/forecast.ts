import { lamports, max, mulDivHalfUp, usdc } from '../base/money.ts';
import type { PriceBook } from '../terms/price.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Terms } from '../terms/terms.ts';
import { DAY_MS, type Instant, after } from '../base/time.ts';
import { TopList, order } from '../base/top-list.ts';
import {
  type DailyRequirement,
  type ForecastUser,
  type UserBreakdown,
  byPayout,
  inBoth,
  total,
} from './forecast-day.ts';
import {
  OUTLOOK_DAYS,
  type Sums,
  TABLE_DAYS,
  addUser,
  emptyDay,
  emptySums,
} from './forecast-part.ts';
import { type Outlook, type VaultForecast, type WhatIf, solPriceFor } from './forecast-vault.ts';

/** Input of a forecast besides the users. */
export interface ForecastBasis {
  readonly terms: Terms;
  readonly book: PriceBook;
  readonly whatIf?: WhatIf;
}

export interface Forecast {
  readonly summary: ReturnType<typeof summaryOf>;
  /** Seven days, also those with nothing to pay. */
  readonly dailyRequirements: readonly DailyRequirement[];
  /** Up to 20 vaults that mature within 30 days, the earliest first. */
  readonly upcomingMaturations: readonly VaultForecast[];
  /** Up to 10 vaults in their window now, the earliest first. */
  readonly maturedVaults: readonly VaultForecast[];
}

const UPCOMING_MAX = 20;
const MATURED_MAX = 10;
const BREAKDOWNS_MAX = 200;

/** Begins a forecast, to be filled with users. Refused if no SOL price is known or assumed. */
export function beginForecast(basis: ForecastBasis, now: Instant): Result<ForecastFold> {
  const { terms, book, whatIf = {} } = basis;
  const sol = solPriceFor(book, whatIf, now);
  if (sol === null) return refuse('PRICE_UNKNOWN', { symbol: 'SOL' });
  return ok(new ForecastFold({ terms, book, whatIf, now, sol }));
}

const byMaturation = (a: VaultForecast, b: VaultForecast): number =>
  order(a.maturationDate, b.maturationDate) || order(a.stakeId, b.stakeId);

/**
 * Forecasts the treasury's payouts: per day, for 48 hours, 7 and 30 days, and for matured vaults. Users may
 * come in any batches and any order. Each vault counts with its current cycle; a vesting vault has no date
 * yet.
 */
export class ForecastFold {
  readonly #outlook: Outlook;
  readonly #sums = emptySums();
  readonly #upcoming = new TopList<VaultForecast>(UPCOMING_MAX, byMaturation);
  readonly #matured = new TopList<VaultForecast>(MATURED_MAX, byMaturation);
  readonly #breakdowns = Array.from(
    { length: TABLE_DAYS },
    () => new TopList<UserBreakdown>(BREAKDOWNS_MAX, byPayout),
  );

  constructor(outlook: Outlook) {
    this.#outlook = outlook;
  }

  add(users: readonly ForecastUser[]): void {
    const { now } = this.#outlook;
    for (const user of users) {
      const { breakdowns, vaults } = addUser(this.#sums, user, this.#outlook);
      for (const [day, line] of breakdowns) this.#breakdowns[day - 1]?.add(line);
      for (const vault of vaults) {
        (vault.maturationDate <= now ? this.#matured : this.#upcoming).add(vault);
      }
    }
  }

  #day(number: number): DailyRequirement {
    const { now, sol } = this.#outlook;
    const { vaults, sellers, users, paid } = this.#sums.days.get(number) ?? emptyDay();
    return {
      day: number,
      date: after(now, (number - 1) * DAY_MS),
      vaultCount: vaults,
      sellerCount: sellers,
      userCount: users,
      ...inBoth(lamports(paid.SOL), usdc(paid.USDC), sol),
      userBreakdowns: this.#breakdowns[number - 1]?.values() ?? [],
    };
  }

  finish(): Forecast {
    const days = Array.from({ length: OUTLOOK_DAYS }, (_, index) => this.#day(index + 1));
    return {
      summary: summaryOf(days, this.#sums, this.#outlook),
      dailyRequirements: days.slice(0, TABLE_DAYS),
      upcomingMaturations: this.#upcoming.values(),
      maturedVaults: this.#matured.values(),
    };
  }
}

/** `payout…` is the amount paid in each token. `required…` is the whole amount in SOL or in USDC, as alternatives. */
function summaryOf(
  days: readonly DailyRequirement[],
  { active, within7Days, within30Days, matured: inWindow, maturedPaid }: Sums,
  { sol }: Outlook,
) {
  const week = days.slice(0, TABLE_DAYS);
  const soon = total(days.slice(0, 2), sol);
  const next7 = total(week, sol);
  const next30 = total(days, sol);
  // Payouts of vaults in their window now; day 1 contains them too.
  const matured = inBoth(lamports(maturedPaid.SOL), usdc(maturedPaid.USDC), sol);
  return {
    totalActiveVaults: active,
    vaultsMaturing7Days: within7Days,
    vaultsMaturing30Days: within30Days,
    totalMaturedVaults: inWindow,
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
