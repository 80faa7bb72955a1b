import { accountKey, balancesAfter, unstakedOf } from '../base/ledger.ts';
import { type Lamports, type Usdc, lamports, lmt, max, mulDivHalfUp, usdc } from '../base/money.ts';
import type { PriceBook } from '../terms/price.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Terms } from '../terms/terms.ts';
import { DAY_MS, type Instant, after } from '../base/time.ts';
import { Top, order } from '../base/top.ts';
import { catchUp } from '../vaults/vault-catch-up.ts';
import {
  type DailyRequirement,
  DayFold,
  type ForecastUser,
  type Requirement,
  dayNumber,
  inBoth,
  requestOf,
  sellerOf,
  total,
} from './forecast-day.ts';
import {
  type Outlook,
  type VaultForecast,
  type WhatIf,
  forecastVault,
  solPriceFor,
} from './forecast-vault.ts';

/** What a forecast is made with, beside the users. */
export interface ForecastBasis {
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
  /** The first 20 within 30 days, the earliest first. */
  readonly upcomingMaturations: readonly VaultForecast[];
  /** The first 10 of those in their window now, the earliest first. */
  readonly maturedVaults: readonly VaultForecast[];
}

const TABLE_DAYS = 7;
const OUTLOOK_DAYS = 30;
const UPCOMING_MAX = 20;
const MATURED_MAX = 10;

/**
 * What the treasury has to pay when: per day, for 48 hours, 7 and 30 days, and for what has matured.
 * Users come in any number of batches, in any order; the forecast is the same. Each vault counts with
 * the cycle that it is in; one that still vests has no date yet.
 */
export interface ForecastFold {
  add(users: readonly ForecastUser[]): void;
  finish(): Forecast;
}

/** A forecast to be filled with users; refused where no SOL price is known, nor supposed. */
export function beginForecast(basis: ForecastBasis, now: Instant): Result<ForecastFold> {
  const { terms, book, whatIf = {} } = basis;
  const sol = solPriceFor(book, whatIf, now);
  if (sol === null) return refuse('PRICE_UNKNOWN', { symbol: 'SOL' });
  return ok(new Fold({ terms, book, whatIf, now, sol }));
}

const byMaturation = (a: VaultForecast, b: VaultForecast): number =>
  order(a.maturationDate, b.maturationDate) || order(a.stakeId, b.stakeId);

class Fold implements ForecastFold {
  readonly #outlook: Outlook;
  readonly #days = Array.from({ length: OUTLOOK_DAYS }, (_, index) => new DayFold(index + 1));
  readonly #upcoming = new Top<VaultForecast>(UPCOMING_MAX, byMaturation);
  readonly #matured = new Top<VaultForecast>(MATURED_MAX, byMaturation);
  readonly #counts = { active: 0, within7Days: 0, within30Days: 0, matured: 0 };
  readonly #maturedPaid = { SOL: 0n, USDC: 0n };

  constructor(outlook: Outlook) {
    this.#outlook = outlook;
  }

  add(users: readonly ForecastUser[]): void {
    for (const user of users) this.#addUser(caughtUp(user, this.#outlook));
  }

  #addUser(user: ForecastUser): void {
    const { now } = this.#outlook;
    const vaults = user.vaults
      .map((vault) => forecastVault(vault, user.walletAddress, this.#outlook))
      .filter((vault) => vault !== null);
    for (const vault of vaults) this.#count(vault);
    const byDay = new Map<number, VaultForecast[]>();
    for (const vault of vaults) {
      const day = dayNumber(vault.maturationDate, now);
      byDay.set(day, [...(byDay.get(day) ?? []), vault]);
    }
    const requests = requestOf(user, this.#outlook);
    if (requests.length > 0 && !byDay.has(1)) byDay.set(1, []);
    for (const [day, due] of byDay) {
      const ends = after(now, day * DAY_MS);
      const sales = due.length > 0 ? [sellerOf(user, due, ends, this.#outlook)] : [];
      this.#days[day - 1]?.add(due.length, day === 1 ? [...requests, ...sales] : sales);
    }
    const matured = vaults.filter(({ maturationDate }) => maturationDate <= now);
    if (matured.length === 0) return;
    const sale = sellerOf(user, matured, after(now, DAY_MS), this.#outlook);
    this.#maturedPaid[sale.payoutToken] += sale.payout;
  }

  #count(vault: VaultForecast): void {
    const { now } = this.#outlook;
    const { maturationDate: at } = vault;
    const counts = this.#counts;
    counts.active += 1;
    if (at <= now) {
      counts.matured += 1;
      this.#matured.add(vault);
    } else if (at < after(now, OUTLOOK_DAYS * DAY_MS)) {
      counts.within30Days += 1;
      if (at < after(now, TABLE_DAYS * DAY_MS)) counts.within7Days += 1;
      this.#upcoming.add(vault);
    }
  }

  finish(): Forecast {
    const days = this.#days.map((day) => day.finish(this.#outlook));
    const { SOL, USDC } = this.#maturedPaid;
    const matured = inBoth(lamports(SOL), usdc(USDC), this.#outlook.sol);
    const { active, within7Days, within30Days, matured: inWindow } = this.#counts;
    const counts: Counts = {
      totalActiveVaults: active,
      vaultsMaturing7Days: within7Days,
      vaultsMaturing30Days: within30Days,
      totalMaturedVaults: inWindow,
    };
    return {
      summary: { ...counts, ...sums(days, matured, this.#outlook) },
      dailyRequirements: days.slice(0, TABLE_DAYS),
      upcomingMaturations: this.#upcoming.values(),
      maturedVaults: this.#matured.values(),
    };
  }
}

type Counts = Pick<
  ForecastSummary,
  'totalActiveVaults' | 'vaultsMaturing7Days' | 'vaultsMaturing30Days' | 'totalMaturedVaults'
>;

/** The user as they stand now, whether or not a sweep has run: what it released counts as unstaked. */
function caughtUp(user: ForecastUser, { terms, now }: Outlook): ForecastUser {
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
