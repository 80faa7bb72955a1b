import { useQuery } from '@tanstack/react-query';

import type { PriceDetail } from '#contract/terms/prices';
import type { ProtocolSettings } from '#contract/terms/protocol';
import {
  LMT_PRICE_DECIMALS,
  USD_PRICE_DECIMALS,
  lmtPrice,
  parseDecimal,
  usdPrice,
} from '#domain/base/money';
import type { Prices } from '#domain/terms/price';

import { protocolSettingsQuery } from '../api/queries.ts';
import { solPriceQuery } from '../api/reads/sell-queries.ts';

/** The prices of now; null while one of them is not known. */
export function usePrices(): Prices | null {
  const { data: settings } = useQuery(protocolSettingsQuery());
  const { data: sol } = useQuery(solPriceQuery());
  return settings && sol ? pricesNow(settings, sol) : null;
}

/** Both prices of now, as the rules take them; null where one of them is not known. */
export function pricesNow(
  { lmtPriceUSDC }: Pick<ProtocolSettings, 'lmtPriceUSDC'>,
  sol: Pick<PriceDetail, 'price'>,
): Prices | null {
  const lmt = parseDecimal(lmtPriceUSDC, LMT_PRICE_DECIMALS);
  // A number keeps 15 digits, more than SOL's price has: its text is the price itself.
  const usd = parseDecimal(String(sol.price), USD_PRICE_DECIMALS);
  if (lmt === null || lmt === 0n || usd === null || usd === 0n) return null;
  return { lmt: lmtPrice(lmt), sol: usdPrice(usd) };
}
