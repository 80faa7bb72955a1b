import type { PriceReport } from '#domain/terms/market';

/** What is particular to one provider: what it is asked, and how its answer is read. */
export interface PriceSource {
  readonly name: string;
  /** Where it is found, without a slash at the end. */
  readonly url: string;
  /** Path and query of the one request that asks for every asset which it knows. */
  readonly path: string;
  /**
   * Its reports by symbol, from its answer with numbers as text; what is missing or odd is left out.
   * Throws where the whole answer is none. `nowMs` is the wall clock.
   */
  readonly read: (answer: unknown, nowMs: number) => ReadonlyMap<string, PriceReport>;
}

/** One entry per asset of which something could be read. */
export function reportsOf(
  names: { readonly [symbol: string]: string },
  read: (name: string) => PriceReport | null,
): ReadonlyMap<string, PriceReport> {
  return new Map(
    Object.entries(names).flatMap(([symbol, name]) => {
      const report = read(name);
      return report ? [[symbol, report] as const] : [];
    }),
  );
}
