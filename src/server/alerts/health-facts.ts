import type { Health } from '#contract/alerts/health';
import type { HealthSnapshot } from '#domain/alerts/alerts';
import { priceStatus } from '#domain/terms/price-reports';
import { USD_PRICE_DECIMALS, formatDecimal } from '#domain/base/money';
import { owedInUsd } from '#domain/treasury/liabilities';
import { offPeg } from '#domain/terms/peg';
import { type MarketPrice, lmtPriceAt } from '#domain/terms/price';
import { coverage, holdingsValue, solPriceOf } from '#domain/treasury/treasury';
import { DAY_MS, type Instant, after, instant } from '#domain/base/time';
import { settingsAt } from '#domain/terms/terms';
import type { Parts } from '../kernel/parts.ts';
import type { Database } from '../kernel/db/database.ts';
import {
  countOverdue,
  countSessions,
  countTransactions,
  oldestOpenPayouts,
  readParked,
} from './health-queries.ts';
import { readBalanceChecks } from '../treasury/balance-check-queries.ts';
import { type WatchCursor, readCursors } from '../payments/watch-cursors.ts';
import { readInvariantCheck } from '../kernel/ledger/invariant-checks.ts';
import { LOG_INVARIANT } from '../kernel/ledger/invariants.ts';
import { readJobRuns } from '../kernel/jobs/job-runs.ts';
import { creditsUsed } from './provider-call-queries.ts';
import { latestMarketPrices } from '../kernel/terms/market-prices.ts';
import { readQueue } from '../sells/sell-queries.ts';
import { recentReconciliation, recentOwed } from '../treasury/recent-figures.ts';
import { readTreasuryHoldings } from '../treasury/treasury-holdings.ts';
import { readPayoutBudget } from '../payouts/payout-budget.ts';
import { newestBlockMs } from './newest-block.ts';
import { usdcAccount } from '../payments/treasury-usdc-account.ts';

export const TRANSACTIONS_MS = 30 * DAY_MS;

/** Returns the numbers of sessions and of settled and failed transactions. */
async function readUse(database: Database, now: Instant) {
  return {
    sessions: await countSessions(database),
    transactions: await countTransactions(database, after(now, -TRANSACTIONS_MS)),
  };
}

export type HealthParts = Pick<
  Parts,
  'database' | 'rules' | 'cache' | 'chain' | 'clock' | 'isStaticFeed' | 'providerPlan'
>;

/** Reads the inputs of the health page and of alerts from the database. */
export async function readFacts(parts: HealthParts) {
  const { database, rules, cache, isStaticFeed } = parts;
  const { now, terms, lmtPrices } = await rules.inForce();
  const settings = settingsAt(terms, now);
  const holdings = await readTreasuryHoldings(parts, now);
  const symbols = holdings.map(({ symbol }) => symbol);
  const prices = await latestMarketPrices(database, symbols);
  const feed = symbols.map((symbol) =>
    feedLine({ symbol, price: prices.get(symbol), isStatic: isStaticFeed }, now),
  );
  const usdc = prices.get('USDC');
  const check = await readInvariantCheck(database);
  const owed = await recentOwed(parts, now);
  const lmtPrice = lmtPriceAt(lmtPrices, terms, now);
  const { total: owedUsd } = owedInUsd(owed.liabilities, {
    lmt: lmtPrice,
    sol: solPriceOf(holdings),
  });
  const cursors = await readCursors(database);
  const alertFacts: Omit<HealthSnapshot, 'watcher'> = {
    now,
    clock: parts.clock.health(now),
    wallNow: instant(Date.now()),
    openPayouts: await oldestOpenPayouts(database),
    feed: {
      isStatic: isStaticFeed,
      usdcOffPeg: usdc && offPeg(usdc, isStaticFeed) !== null ? usdc : null,
      symbols: feed.flatMap(({ fact }) => (fact ? [fact] : [])),
    },
    invariants: {
      checkedAt: check?.checkedAt ?? null,
      broken: check?.broken.filter((name) => name !== LOG_INVARIANT) ?? [],
    },
    isLogBroken: check?.broken.includes(LOG_INVARIANT) ?? false,
    queue: { ...(await readQueue(database)), overdue: await countOverdue(database, now) },
    supply: { issued: owed.supply, maximum: settings.maxSupply },
    lmtPrice,
    newestBlockMs: await newestBlockMs(parts, now),
    gaps: cursors.flatMap(gapOf),
    parked: await readParked(database),
    jobs: await readJobRuns(database),
    budget: await readPayoutBudget(database, holdings),
    usdcAccount: await usdcAccount(parts),
    movements: await recentReconciliation(parts),
    balances: await readBalanceChecks(database),
    coverage: coverage(holdingsValue(holdings), owedUsd),
    provider: { used: await creditsUsed(database), plan: parts.providerPlan },
  };
  return {
    alertFacts,
    terms,
    settings,
    holdings,
    owedUsd,
    check,
    feed: feed.map(({ shown }) => shown),
    ...(await cache.memo('use', () => readUse(database, now))),
    cursors,
  };
}

/** Returns the range of an address's history that no provider lists; empty if the last reconcile pass was complete. */
function gapOf({ address, reconciledSlot, unlisted }: WatchCursor): HealthSnapshot['gaps'] {
  if (!unlisted) return [];
  const { untilSlot, since } = unlisted;
  return [{ address, sinceSlot: reconciledSlot, untilSlot, since }];
}

type FeedLine = NonNullable<Health['priceFeed']>['symbols'][number];
type FeedFact = HealthSnapshot['feed']['symbols'][number];

function feedLine(
  {
    symbol,
    price,
    isStatic,
  }: {
    readonly symbol: string;
    readonly price: MarketPrice | undefined;
    readonly isStatic: boolean;
  },
  now: Instant,
): { readonly shown: FeedLine; readonly fact: FeedFact | null } {
  if (!price) {
    const shown = { symbol, price: null, source: null, ageMs: null, stale: !isStatic };
    return { shown, fact: null };
  }
  const source = priceStatus(price, isStatic, now);
  const isStale = source !== 'static' && source !== 'feed';
  return {
    shown: {
      symbol,
      price: formatDecimal(price.price, USD_PRICE_DECIMALS),
      source,
      ageMs: Math.max(0, now - price.at),
      stale: isStale,
    },
    fact: { symbol, isFromFeed: price.source === 'feed', isStale, at: price.at },
  };
}
