import { type Liabilities, owedInUsd } from './liabilities.ts';
import type { Apy, Lmt, LmtPrice, UsdPrice, Usdc } from '../base/money.ts';
import type { Settings } from '../terms/settings.ts';
import { DAY_MS, HOUR_MS, type Instant, WEEK_MS, instant } from '../base/time.ts';
import { currentApy, dailyRevenue } from '../terms/apy.ts';
import { coverage, dailyApyCost } from './treasury.ts';

/** Public figures of the protocol at one instant. */
export interface PublicFigures {
  readonly liabilities: Lmt;
  /** Value of everything owed, in LMT, SOL and USDC. */
  readonly liabilitiesUsd: Usdc;
  readonly holdingsUsd: Usdc;
  /** Holdings over liabilities in hundredths; null if nothing is owed. */
  readonly coverage: bigint | null;
  /** Principal of all vaults that are not completed. */
  readonly staked: Lmt;
  readonly apy: Apy;
  /** Daily cost of this APY for everything staked, in USD. */
  readonly dailyCost: Usdc;
  readonly dailyRevenue: Usdc;
  readonly lmtPrice: LmtPrice;
  /** LMT issued minus LMT burned. */
  readonly supply: Lmt;
}

/** Input of the public figures. */
export interface Basis {
  readonly liabilities: Liabilities;
  readonly staked: Lmt;
  readonly supply: Lmt;
  readonly holdingsUsd: Usdc;
  readonly settings: Settings;
  readonly lmtPrice: LmtPrice;
  /** Null if no price is known. */
  readonly solPrice: UsdPrice | null;
}

export function publicFigures(basis: Basis): PublicFigures {
  const { liabilities, staked, supply, holdingsUsd, settings, lmtPrice } = basis;
  const { total: liabilitiesUsd } = owedInUsd(liabilities, { lmt: lmtPrice, sol: basis.solPrice });
  const apy = currentApy(settings);
  return {
    liabilities: liabilities.total,
    liabilitiesUsd,
    holdingsUsd,
    coverage: coverage(holdingsUsd, liabilitiesUsd),
    staked,
    apy,
    dailyCost: dailyApyCost(staked, apy, lmtPrice),
    dailyRevenue: dailyRevenue(settings),
    lmtPrice,
    supply,
  };
}

export type Granularity = 'hour' | 'day';

/** Instant and granularity of a point in the figures' history. */
export interface PointTime {
  readonly granularity: Granularity;
  readonly at: Instant;
}
export type TreasuryPoint = PointTime & PublicFigures;

/** Maximum delay of a point. A later one is left out, because the figures of its instant are no longer known. */
const POINT_LATE_MS_MAX = HOUR_MS;

/**
 * Returns the points that can be written now: the last full hour, and the last midnight (UTC) if it is less
 * than an hour ago.
 */
export function pointsDue(now: Instant): readonly PointTime[] {
  const hour = instant(now - (now % HOUR_MS));
  const midnight = instant(now - (now % DAY_MS));
  const day: PointTime[] =
    now - midnight < POINT_LATE_MS_MAX ? [{ granularity: 'day', at: midnight }] : [];
  return [{ granularity: 'hour', at: hour }, ...day];
}

/** Ranges and steps of charts; null goes back to the first point. */
export const POINT_RANGES = {
  '24h': { forMs: DAY_MS, granularity: 'hour' },
  '7d': { forMs: WEEK_MS, granularity: 'hour' },
  '30d': { forMs: 30 * DAY_MS, granularity: 'day' },
  '90d': { forMs: 90 * DAY_MS, granularity: 'day' },
  '1y': { forMs: 365 * DAY_MS, granularity: 'day' },
  all: { forMs: null, granularity: 'day' },
} as const satisfies {
  readonly [range: string]: { readonly forMs: number | null; readonly granularity: Granularity };
};
export type PointRange = keyof typeof POINT_RANGES;
