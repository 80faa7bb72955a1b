import type { PricesJson } from '#contract/terms/prices';
import { type PricedAsset, serializePrices } from '#contract/terms/serialize-prices';
import { priceStatus } from '#domain/terms/price-reports';
import { type LmtPrice, usdPrice } from '#domain/base/money';
import { lmtPriceAt, lmtPriceSince } from '#domain/terms/price';
import type { Instant } from '#domain/base/time';
import type { Parts } from '../kernel/parts.ts';
import { latestMarketPrices } from '../kernel/terms/market-prices.ts';

/** Format of a symbol that can have a price. */
const SYMBOL = /^[A-Z0-9]{1,20}$/;
/** One unit of an LMT price (10⁻⁶ USDC), in 10⁻¹² USD. One USDC counts as one USD. */
const USD_PER_LMT_UNIT = 1_000_000n;

/** Returns the prices of the requested assets that have one. The price of LMT is the protocol's own. */
export async function readPrices(
  { database, rules, isStaticFeed }: Pick<Parts, 'database' | 'rules' | 'isStaticFeed'>,
  { symbols }: { readonly symbols: string },
  { detail }: { readonly detail?: 'true' | 'false' | undefined },
): Promise<PricesJson> {
  const asked = symbols.split(',').map((symbol) => symbol.trim().toUpperCase());
  const { now, terms, lmtPrices } = await rules.inForce();
  const market = await latestMarketPrices(
    database,
    asked.filter((symbol) => SYMBOL.test(symbol)),
  );
  const assets = [...new Set(asked)].flatMap((symbol): PricedAsset[] => {
    if (symbol === 'LMT') {
      const since = lmtPriceSince(lmtPrices, now) ?? now;
      return [lmtAsset(lmtPriceAt(lmtPrices, terms, now), since, now)];
    }
    const found = market.get(symbol);
    if (!found) return [];
    const { price, at } = found;
    return [{ symbol, price, source: priceStatus(found, isStaticFeed, now), ageMs: now - at }];
  });
  return serializePrices(assets, detail === 'true');
}

function lmtAsset(price: LmtPrice, since: Instant, now: Instant): PricedAsset {
  const inUsd = usdPrice(price * USD_PER_LMT_UNIT);
  return { symbol: 'LMT', price: inUsd, source: 'protocol', ageMs: now - since };
}
