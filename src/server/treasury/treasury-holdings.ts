import type { LabelledHolding } from '#contract/treasury/serialize-treasury';
import { balancesAsOf, priced } from '#domain/treasury/holdings';
import { priceStatus } from '#domain/terms/price-reports';
import { type Instant, SECOND_MS } from '#domain/base/time';
import { nullAfterTimeout } from '../kernel/base/null-after-timeout.ts';
import type { Parts } from '../kernel/parts.ts';
import { storeBalances, readHoldings } from './holdings-queries.ts';
import { latestMarketPrices } from '../kernel/terms/market-prices.ts';

/** Maximum age of stored balances before the chain is read again, by any node. */
const MAX_AGE_MS = 10 * SECOND_MS;

/**
 * Returns the treasury's holdings with the newest prices, or with those of an instant. SOL and USDC are read
 * from the chain; if it does not respond, the last known balances are returned.
 */
export async function readTreasuryHoldings(
  parts: Pick<Parts, 'database' | 'cache' | 'chain' | 'isStaticFeed'>,
  now: Instant,
  pricedAt: Instant | null = null,
): Promise<readonly LabelledHolding[]> {
  const { database, isStaticFeed } = parts;
  let holdings = await readHoldings(database);
  const known = balancesAsOf(holdings);
  if (known === null || Math.abs(now - known) >= MAX_AGE_MS) {
    await refresh(parts, now);
    holdings = await readHoldings(database);
  }
  const symbols = holdings.map(({ symbol }) => symbol);
  const prices = await latestMarketPrices(database, symbols, pricedAt);
  return holdings.map((holding) => {
    const market = prices.get(holding.symbol);
    const standing = market ? priceStatus(market, isStaticFeed, now) : null;
    return { ...priced(holding, market?.price ?? null), standing };
  });
}

/**
 * Reads the chain, once for all callers, and stores the result, however late. Only the first callers wait for
 * a slow response; until it arrives, the last known balances are shown.
 */
async function refresh(
  parts: Pick<Parts, 'database' | 'cache' | 'chain'>,
  now: Instant,
): Promise<void> {
  await parts.cache.recent({
    key: 'treasury balances',
    now,
    maxAgeMs: MAX_AGE_MS,
    read: () => nullAfterTimeout(readChain(parts, now)),
  });
}

/** Never rejects, because the caller's next query reports a failing database. */
async function readChain(
  { database, chain }: Pick<Parts, 'database' | 'chain'>,
  at: Instant,
): Promise<void> {
  const balances = await chain.balances('finalized');
  if (balances.kind === 'fact') {
    await storeBalances(database, balances.value, at).catch(() => {});
  }
}
