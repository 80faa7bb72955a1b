import { type PriceReport, parseUsdPrice } from '#domain/terms/price-reports';
import { usdPrice } from '#domain/base/money';

/** Context for parsing a response. */
export interface ParseContext {
  /** Wall clock, for timestamps of prices. */
  readonly nowMs: number;
  /**
   * Returns how long the provider's data of an asset is unchanged. Age of a price without a timestamp, so that a stuck
   * order book becomes stale.
   */
  readonly unchangedMs: (symbol: string, data: unknown) => number;
}

/** Request and parser of one provider. */
export interface PriceSource {
  readonly name: string;
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** Path and query of the single request. */
  readonly path: string;
  /** Header of the API key, if one is configured. */
  readonly keyHeader?: string;
  /**
   * Parses reports by symbol from a response with numbers as text. Omits missing and invalid entries. Throws if the
   * whole response is invalid.
   */
  readonly read: (answer: unknown, context: ParseContext) => ReadonlyMap<string, PriceReport>;
}

/** Builds reports by symbol. Omits assets without a report. */
export function reportsOf(
  names: { readonly [symbol: string]: string },
  read: (name: string, symbol: string) => PriceReport | null,
): ReadonlyMap<string, PriceReport> {
  return new Map(
    Object.entries(names).flatMap(([symbol, name]) => {
      const report = read(name, symbol);
      return report ? [[symbol, report] as const] : [];
    }),
  );
}

/** Builds a report of the mid price, which updates without trades and ignores outlier trades. */
export function reportOfBook(
  provider: string,
  book: { readonly bid: string; readonly ask: string },
  ageMs: number,
): PriceReport | null {
  const [bid, ask] = [parseUsdPrice(book.bid), parseUsdPrice(book.ask)];
  if (bid === null || ask === null) return null;
  const price = usdPrice((ask + bid) / 2n);
  return { provider, price, uncertainty: ask - price, ageMs };
}
