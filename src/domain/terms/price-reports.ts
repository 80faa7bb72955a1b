import { type UsdPrice, min, mulDivHalfUp, usdPrice } from '../base/money.ts';
import { type MarketPrice, type StoredMarketPrice, isFresh } from './price.ts';
import { HOUR_MS, type Instant, MINUTE_MS, laterOf } from '../base/time.ts';

/** Price of an asset, as reported by one provider. */
export interface PriceReport {
  readonly provider: string;
  readonly price: UsdPrice;
  /** Possible error to either side: half the spread between bid and ask, or 0. */
  readonly uncertainty: bigint;
  /** Age by this machine's clock; negative if the provider's clock is ahead. */
  readonly ageMs: number;
}

/** Price aggregated from the reports on one asset. */
export interface AggregatedPrice {
  /** Null if no report is accepted. */
  readonly price: UsdPrice | null;
  /** True if two providers agree on it. */
  readonly isAgreed: boolean;
  /** Valid reports, far from the known price and unconfirmed by another provider. They raise an alert. */
  readonly outliers: readonly PriceReport[];
}

/** Known prices of an asset before a round of reports. */
export interface KnownPrice {
  /** Last stored price, or its fallback. */
  readonly last: MarketPrice | null;
  /** Last price that two providers agreed on. */
  readonly agreed: UsdPrice | null;
}

/** Age of the last price at which the feed is polled again, and an unchanged price is stored again. */
const PRICE_CACHE_MS = 2 * MINUTE_MS;
/** Maximum age of a report, and maximum time that it may lie ahead. */
const REPORT_MS_MAX = 3 * MINUTE_MS;
/** Maximum age of a displayed asset's last price to bound the next one. */
const MEMORY_MS = HOUR_MS;
/** In percent: maximum difference of two agreeing prices; maximum uncertainty of a price. */
const AGREEMENT_PERCENT = 2n;
const UNCERTAINTY_PERCENT = 2n;
/** In percent: maximum move by a single provider, of prices used for payments and of displayed ones. */
const SINGLE_PERCENT = { money: 5n, displayed: 25n } as const;
/** Maximum price: 5 million USD, above every listed asset and near the range of the columns. */
const PRICE_MAX = 5_000_000_000000000000n;
/** SOL is rounded to 10⁻⁸ USD. */
const SOL_STEP = 10_000n;

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/;
const PRICE_DECIMALS = 12n;

/**
 * Parses a provider's price in USD into 10⁻¹² USD, halves rounded away from zero; null if it is no number.
 *
 * @example parseUsdPrice('2.387e-6') // 2387000n
 */
export function parseUsdPrice(text: string): UsdPrice | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  const shift = PRICE_DECIMALS + BigInt(exponent) - BigInt(fraction.length);
  const units = shift < 0n ? mulDivHalfUp(digits, 1n, 10n ** -shift) : digits * 10n ** shift;
  return usdPrice(sign === '-' ? -units : units);
}

/** Rounds a report to the stored resolution of its asset. */
function rounded(symbol: string, report: PriceReport): PriceReport {
  if (symbol !== 'SOL' || report.price <= 0n) return report;
  return { ...report, price: usdPrice(mulDivHalfUp(report.price, 1n, SOL_STEP) * SOL_STEP) };
}

/** True if a report is plausible by itself. */
function isSound({ price, uncertainty, ageMs }: PriceReport): boolean {
  return (
    price > 0n &&
    price <= PRICE_MAX &&
    uncertainty >= 0n &&
    uncertainty * 100n <= price * UNCERTAINTY_PERCENT &&
    ageMs <= REPORT_MS_MAX &&
    ageMs >= -REPORT_MS_MAX
  );
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);
const agree = (a: bigint, b: bigint): boolean =>
  distance(a, b) * 100n <= min(a, b) * AGREEMENT_PERCENT;
const isWithin = (price: bigint, anchor: bigint, percent: bigint): boolean =>
  distance(price, anchor) * 100n <= anchor * percent;

/** True if payments are computed from the asset's price. Other prices are only displayed. */
const isMoney = (symbol: string): boolean => symbol === 'SOL' || symbol === 'USDC';

/** Returns the price that bounds a single report, and its maximum distance. */
function boundOf(symbol: string, { last, agreed }: KnownPrice, now: Instant) {
  if (isMoney(symbol)) return { anchor: agreed, percent: SINGLE_PERCENT.money };
  const isRecent = last?.source === 'feed' && now - last.at <= MEMORY_MS;
  return { anchor: isRecent ? last.price : null, percent: SINGLE_PERCENT.displayed };
}

/**
 * Aggregates reports, most trusted first. If some agree, their median (of two, the first) is accepted at any
 * distance. Otherwise the report nearest to a known price is accepted: for SOL and USDC, within 5% of the last
 * agreed price; for displayed assets, within 25% of the feed's price of the last hour. Without a known price, a
 * displayed asset's only report is accepted, and none of SOL or USDC.
 */
export function aggregatePrice(
  {
    symbol,
    reports,
    known,
  }: {
    readonly symbol: string;
    readonly reports: readonly PriceReport[];
    readonly known: KnownPrice;
  },
  now: Instant,
): AggregatedPrice {
  const sound = reports.map((report) => rounded(symbol, report)).filter(isSound);
  const agreeing = sound.filter((a) => sound.some((b) => a !== b && agree(a.price, b.price)));
  const { anchor, percent } = boundOf(symbol, known, now);
  const isNear = ({ price }: PriceReport): boolean =>
    anchor === null ? sound.length === 1 && !isMoney(symbol) : isWithin(price, anchor, percent);
  const outliers = sound.filter((report) => !agreeing.includes(report) && !isNear(report));
  if (agreeing.length > 0) return { price: median(agreeing), isAgreed: true, outliers };
  const left = sound.filter(isNear);
  const nearest = left.toSorted((a, b) => compare(a.price, b.price, anchor))[0];
  return { price: nearest?.price ?? null, isAgreed: false, outliers };
}

/** Returns the median; of two, the first. */
function median(reports: readonly PriceReport[]): UsdPrice | null {
  const sorted =
    reports.length < 3 ? reports : reports.toSorted((a, b) => (a.price < b.price ? -1 : 1));
  return sorted[(sorted.length - 1) >> 1]?.price ?? null;
}

/** Comparator: nearer to the anchor first; equal if equally far. */
function compare(a: UsdPrice, b: UsdPrice, anchor: UsdPrice | null): number {
  if (anchor === null || distance(a, anchor) === distance(b, anchor)) return 0;
  return distance(a, anchor) < distance(b, anchor) ? -1 : 1;
}

/** True if the feed is due for a poll, given the last stored price. */
export function isFetchDue({ source, at }: MarketPrice, now: Instant): boolean {
  return source !== 'feed' || Math.abs(now - at) >= PRICE_CACHE_MS;
}

/**
 * True if an accepted price is stored: if it is new, or if the last row is old. The age of the last row decides on
 * freshness, so an unchanged price has to be stored again.
 */
export function shouldStore(last: MarketPrice | null, price: UsdPrice, now: Instant): boolean {
  return last?.price !== price || isFetchDue(last, now);
}

/** Aggregated price of an asset, and its known prices before. */
export interface AssetReports extends KnownPrice {
  readonly aggregated: AggregatedPrice;
}

const UNKNOWN: KnownPrice = { last: null, agreed: null };

/** Aggregates the reports of every asset, by symbol. Returns also the prices to store. */
export function aggregateReports(
  reports: ReadonlyMap<string, readonly PriceReport[]>,
  known: ReadonlyMap<string, KnownPrice>,
  now: Instant,
): {
  readonly assets: ReadonlyMap<string, AssetReports>;
  readonly toStore: readonly StoredMarketPrice[];
} {
  const assets = new Map<string, AssetReports>();
  const toStore: StoredMarketPrice[] = [];
  for (const [symbol, of] of reports) {
    const before = known.get(symbol) ?? UNKNOWN;
    const aggregated = aggregatePrice({ symbol, reports: of, known: before }, now);
    assets.set(symbol, { aggregated, ...before });
    const { price, isAgreed } = aggregated;
    if (price !== null && shouldStore(before.last, price, now)) {
      // If the clock went back, an entry dated `now` would never be the newest.
      const at = laterOf(now, before.last?.at ?? now);
      toStore.push({ symbol, at, price, source: 'feed', isAgreed });
    }
  }
  return { assets, toStore };
}

export type PriceStatus = 'static' | 'feed' | 'last-known' | 'fallback';

/** Returns the label of a price: without a feed, fresh from the feed, stale, or the default before any report. */
export function priceStatus(price: MarketPrice, isStatic: boolean, now: Instant): PriceStatus {
  if (isStatic) return 'static';
  if (price.source === 'fallback') return 'fallback';
  return isFresh(price, isStatic, now) ? 'feed' : 'last-known';
}
