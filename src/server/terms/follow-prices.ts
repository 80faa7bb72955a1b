import {
  type AggregatedPrice,
  type AssetReports,
  type PriceReport,
  isFetchDue,
  aggregateReports,
} from '#domain/terms/price-reports';
import { USD_PRICE_DECIMALS, type UsdPrice, formatDecimal } from '#domain/base/money';
import { offPeg, pegText } from '#domain/terms/peg';
import { type MarketPrice, type StoredMarketPrice, isFresh } from '#domain/terms/price';
import { type Instant, MINUTE_MS, SECOND_MS, iso } from '#domain/base/time';
import type { Parts } from '../kernel/parts.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { marketFacts } from './terms-facts.ts';
import { latestMarketPrices, takeFeedTurn } from '../kernel/terms/market-prices.ts';
import { unwritten, type Changes } from '../kernel/write/plan.ts';
import type { Job } from '../kernel/jobs/job.ts';

/** Maximum time from requesting prices to writing them. */
const ROUND_MS_MAX = MINUTE_MS;

/**
 * Polls market prices when the newest SOL price is two minutes old, and stores the credible ones. Only one
 * node polls, at most twice a minute.
 */
export function followPrices(
  parts: Pick<Parts, 'database' | 'writer' | 'priceProviders' | 'alert'>,
): Job {
  const { database, priceProviders, alert } = parts;
  const raised = new Set<string>();
  /** Raises an alert when a condition begins, not while it lasts. */
  const raise = ({
    what,
    about,
    holds,
    details,
  }: {
    readonly what: string;
    readonly about: string;
    readonly holds: boolean;
    readonly details: object;
  }): void => {
    const key = `${what} ${about}`;
    if (holds && !raised.has(key)) alert(what, details);
    if (holds) raised.add(key);
    else raised.delete(key);
  };
  return {
    name: 'follow-prices',
    everyMs: 30 * SECOND_MS,
    async run() {
      if (priceProviders.length === 0) return;
      const { now, sol } = await readHead(database);
      if (!isFetchDue(sol, now) || !(await takeFeedTurn(database))) return;
      for (const [symbol, { aggregated, last }] of await round(parts, now)) {
        const details = { symbol, ...formatPrice(aggregated, last) };
        raise({
          what: 'a market price is not believed',
          about: symbol,
          holds: aggregated.outliers.length > 0,
          details,
        });
      }
      const [off, usdc] = await usdcNow(database);
      raise({
        what: 'USDC is off its peg: bonds in USDC are paused',
        about: 'USDC',
        holds: off,
        details: { usdc },
      });
      const after = await readHead(database);
      const isStale = !isFresh(after.sol, false, after.now);
      raise({
        what: 'there is no fresh SOL price',
        about: 'SOL',
        holds: isStale,
        details: { last: iso(after.sol.at) },
      });
    },
  };
}

/** Returns whether USDC is off its peg, and its price. */
async function usdcNow(database: Parts['database']): Promise<[boolean, string | null]> {
  const usdc = (await latestMarketPrices(database, ['USDC'])).get('USDC') ?? null;
  return [offPeg(usdc, false) !== null, usdc && pegText(usdc.price)];
}

/** Polls all providers once. Returns the aggregated price of each symbol. */
async function round(
  { writer, priceProviders }: Pick<Parts, 'writer' | 'priceProviders'>,
  askedAt: Instant,
): Promise<ReadonlyMap<string, AssetReports>> {
  const reports = new Map<string, PriceReport[]>();
  for (const reported of await Promise.all(priceProviders.map((provider) => provider.reports()))) {
    for (const [symbol, report] of reported) {
      reports.set(symbol, [...(reports.get(symbol) ?? []), report]);
    }
  }
  return writer.commit({
    facts: marketFacts,
    key: [...reports.keys()],
    missing: new Map<string, AssetReports>(),
    decide: ({ known, now }) => {
      // Discards the reports if the machine was suspended meanwhile, because old prices would be stored as
      // current.
      if (now - askedAt > ROUND_MS_MAX) return unwritten(new Map<string, AssetReports>());
      const { assets, toStore } = aggregateReports(reports, known, now);
      if (toStore.length === 0) return unwritten(assets);
      const log = pegLog(known.get('USDC')?.last ?? null, toStore);
      const plan = { journals: [], items: [], marketPrices: toStore, ...(log ? { log } : {}) };
      return { plan, answer: assets };
    },
  });
}

/**
 * Builds the owner's log line if USDC has left its peg or returned to it, which pauses or resumes bonds in
 * USDC; otherwise null.
 */
function pegLog(
  before: MarketPrice | null,
  toStore: readonly StoredMarketPrice[],
): NonNullable<Changes['log']> | null {
  const usdc = toStore.find(({ symbol }) => symbol === 'USDC');
  if (!usdc) return null;
  const isOff = offPeg(usdc, false) !== null;
  if (isOff === (offPeg(before, false) !== null)) return null;
  return {
    actor: 'price feed',
    call: isOff ? 'pause bonds in USDC' : 'resume bonds in USDC',
    reason: isOff ? 'USDC is off its peg' : 'USDC is back at its peg',
    before: { usdc: before && pegText(before.price) },
    after: { usdc: pegText(usdc.price) },
  };
}

/** Formats an aggregated price for the log, with prices as decimals. */
function formatPrice({ price, outliers }: AggregatedPrice, last: MarketPrice | null): object {
  const text = (of: UsdPrice | undefined): string | null =>
    of === undefined ? null : formatDecimal(of, USD_PRICE_DECIMALS);
  return {
    doubted: outliers.map((of) => ({ provider: of.provider, price: text(of.price) })),
    believed: text(price ?? undefined),
    last: text(last?.price),
  };
}
