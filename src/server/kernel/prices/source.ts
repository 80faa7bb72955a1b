import { type PriceReport, parseUsdPrice } from '#domain/terms/market';
import { usdPrice } from '#domain/base/money';

/** What an answer is read by. */
export interface Reading {
  /** The wall clock, which providers date their prices by. */
  readonly nowMs: number;
  /**
   * For how long the provider has said exactly this of an asset: what a provider does not date is as old
   * as that, so that an order book that stands still is not taken for the market.
   */
  readonly unchangedMs: (symbol: string, said: unknown) => number;
}

/** What is particular to one provider: what it is asked, and how its answer is read. */
export interface PriceSource {
  readonly name: string;
  /** Where it is found, without a slash at the end. */
  readonly url: string;
  /** Path and query of the one request that asks for all that is wanted. */
  readonly path: string;
  /** The header that carries an API key, where one is configured. */
  readonly keyHeader?: string;
  /**
   * Its reports by symbol, from its answer with numbers as text; what is missing or odd is left out.
   * Throws where the whole answer is none.
   */
  readonly read: (answer: unknown, reading: Reading) => ReadonlyMap<string, PriceReport>;
}

/** One entry per asset of which something could be read. */
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

/** The middle between bid and ask: it moves without a trade, and one odd trade does not move it. */
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
