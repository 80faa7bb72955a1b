import { type UsdPrice, min, mulDivHalfUp, usdPrice } from '../base/money.ts';
import { type MarketPrice, type StoredMarketPrice, isFresh } from './price.ts';
import { HOUR_MS, type Instant, MINUTE_MS, later } from '../base/time.ts';

/** What one provider says that an asset is worth. */
export interface PriceReport {
  readonly provider: string;
  readonly price: UsdPrice;
  /** How far to either side the price may lie: half of what lies between bid and ask, or 0. */
  readonly uncertainty: bigint;
  /** How old it is on this machine's clock; negative where the provider's is ahead. */
  readonly ageMs: number;
}

/** What is made of the reports on one asset. */
export interface AggregatedPrice {
  /** Null where none of them is believed. */
  readonly price: UsdPrice | null;
  /** Whether two providers agree on it. */
  readonly isAgreed: boolean;
  /** Sound by themselves, yet far from what is known, and confirmed by no other source: the owner should look. */
  readonly outliers: readonly PriceReport[];
}

/** What was known of an asset before. */
export interface KnownPrice {
  /** The last price that was stored, or what stands in for it. */
  readonly last: MarketPrice | null;
  /** The last price that two providers agreed on. */
  readonly agreed: UsdPrice | null;
}

/** The feed is asked again when its last price is this old, and a price that stands still is written down again. */
const PRICE_CACHE_MS = 2 * MINUTE_MS;
/** A report older than this says nothing of now; nor does one from as far ahead. */
const REPORT_MS_MAX = 3 * MINUTE_MS;
/** The last price of an asset that is only displayed says something about the next one for this long. */
const MEMORY_MS = HOUR_MS;
/** In percent: providers this close say the same; a price this uncertain is none. */
const AGREEMENT_PERCENT = 2n;
const UNCERTAINTY_PERCENT = 2n;
/** In percent: how far one provider alone may move a price that money is computed from, and any other. */
const ALONE_PERCENT = { money: 5n, displayed: 25n } as const;
/** 5 million USD: no listed asset is worth more, and the ledger's columns hold little more. */
const PRICE_MAX = 5_000_000_000000000000n;
/** SOL is kept to 10⁻⁸ USD. */
const SOL_STEP = 10_000n;

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/;
const PRICE_DECIMALS = 12n;

/**
 * A price in USD as providers write it, to 10⁻¹² USD, halves up (away from zero below it); null where
 * it is no number.
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

/** A price to the resolution that is kept of its asset. */
function kept(symbol: string, report: PriceReport): PriceReport {
  if (symbol !== 'SOL' || report.price <= 0n) return report;
  return { ...report, price: usdPrice(mulDivHalfUp(report.price, 1n, SOL_STEP) * SOL_STEP) };
}

/** Whether a report can be true at all. */
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

/** Whether money hangs on the price of an asset; the others are only displayed. */
const isMoney = (symbol: string): boolean => symbol === 'SOL' || symbol === 'USDC';

/** What one report alone is held against, and how far it may be from it. */
function boundOf(symbol: string, { last, agreed }: KnownPrice, now: Instant) {
  if (isMoney(symbol)) return { anchor: agreed, percent: ALONE_PERCENT.money };
  const isRecent = last?.source === 'feed' && now - last.at <= MEMORY_MS;
  return { anchor: isRecent ? last.price : null, percent: ALONE_PERCENT.displayed };
}

/**
 * The price to aggregatePrice, given what providers report, the most trusted first. What two of them agree on
 * is believed, wherever it lies: of three the middle one, of two the first. A report that stands alone
 * is believed near to what is known: within 5% of the last price that two agreed on for SOL and USDC,
 * within 25% of the feed's last hour for what is only displayed; of several, the nearest. With nothing
 * to compare it to, a displayed price is believed if it is the only report, and one of money never.
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
  const sound = reports.map((report) => kept(symbol, report)).filter(isSound);
  const agreeing = sound.filter((a) => sound.some((b) => a !== b && agree(a.price, b.price)));
  const { anchor, percent } = boundOf(symbol, known, now);
  const isNear = ({ price }: PriceReport): boolean =>
    anchor === null ? sound.length === 1 && !isMoney(symbol) : isWithin(price, anchor, percent);
  const outliers = sound.filter((report) => !agreeing.includes(report) && !isNear(report));
  if (agreeing.length > 0) return { price: middle(agreeing), isAgreed: true, outliers };
  const left = sound.filter(isNear);
  const nearest = left.toSorted((a, b) => compare(a.price, b.price, anchor))[0];
  return { price: nearest?.price ?? null, isAgreed: false, outliers };
}

/** The price in the middle; of two the first. */
function middle(reports: readonly PriceReport[]): UsdPrice | null {
  const sorted =
    reports.length < 3 ? reports : reports.toSorted((a, b) => (a.price < b.price ? -1 : 1));
  return sorted[(sorted.length - 1) >> 1]?.price ?? null;
}

/** Nearer to the anchor first; else in their order. */
function compare(a: UsdPrice, b: UsdPrice, anchor: UsdPrice | null): number {
  if (anchor === null || distance(a, anchor) === distance(b, anchor)) return 0;
  return distance(a, anchor) < distance(b, anchor) ? -1 : 1;
}

/** Whether the feed is to be asked again, given the last price that was stored. */
export function isFetchDue({ source, at }: MarketPrice, now: Instant): boolean {
  return source !== 'feed' || Math.abs(now - at) >= PRICE_CACHE_MS;
}

/**
 * Whether a believed price is written down: where it is new, and where the last line has stood so long
 * that the feed must be seen to confirm it, because its age is what freshness is assets by.
 */
export function shouldStore(last: MarketPrice | null, price: UsdPrice, now: Instant): boolean {
  return last?.price !== price || isFetchDue(last, now);
}

/** What is made of the reports on one asset, and what was known of it before. */
export interface AssetReports extends KnownPrice {
  readonly aggregated: AggregatedPrice;
}

const UNKNOWN: KnownPrice = { last: null, agreed: null };

/** Judges the reports on every asset, by symbol: what is believed and toStore is to be written down. */
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
      // Behind one that a clock ahead has dated it would never be the newest.
      const at = later(now, before.last?.at ?? now);
      toStore.push({ symbol, at, price, source: 'feed', isAgreed });
    }
  }
  return { assets, toStore };
}

/** How far a market price can be trusted. */
export type PriceStatus = 'static' | 'feed' | 'last-known' | 'fallback';

/** How a price is labelled: the one that no feed changes, the feed's, its last one, or a stand-in. */
export function priceStatus(price: MarketPrice, isStatic: boolean, now: Instant): PriceStatus {
  if (isStatic) return 'static';
  if (price.source === 'fallback') return 'fallback';
  return isFresh(price, isStatic, now) ? 'feed' : 'last-known';
}
