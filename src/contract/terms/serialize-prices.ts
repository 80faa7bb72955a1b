import type { PriceStatus } from '#domain/terms/price-reports';
import { USD_PRICE_DECIMALS, type UsdPrice, formatDecimal } from '#domain/base/money';
import type { PricesJson } from './prices.ts';

/** USD price of an asset, with its source and age. */
export interface PricedAsset {
  readonly symbol: string;
  readonly price: UsdPrice;
  readonly source: PriceStatus | 'protocol';
  readonly ageMs: number;
}

export function serializePrices(assets: readonly PricedAsset[], isDetailed: boolean): PricesJson {
  const number = (price: UsdPrice): number => Number(formatDecimal(price, USD_PRICE_DECIMALS));
  if (!isDetailed) {
    return Object.fromEntries(assets.map(({ symbol, price }) => [symbol, number(price)]));
  }
  return Object.fromEntries(
    assets.map(({ symbol, price, source, ageMs }) => [
      symbol,
      { price: number(price), source, ageMs },
    ]),
  );
}
