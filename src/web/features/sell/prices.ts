import type { PriceDetail } from '#contract/prices';
import type { ProtocolSettings } from '#contract/protocol';
import type { SellJson } from '#contract/sells';
import {
  LMT_PRICE_DECIMALS,
  RATE_DECIMALS,
  USD_PRICE_DECIMALS,
  lmtPrice,
  parseDecimal,
  rate,
  usdPrice,
} from '#domain/base/money';
import type { Prices } from '#domain/terms/price';
import type { PricedSell } from '#domain/sells/sell';
import { instant } from '#domain/base/time';

/** The prices that a request would be fixed at now; null where one of them is not known. */
export function pricesNow(
  { lmtPriceUSDC }: Pick<ProtocolSettings, 'lmtPriceUSDC'>,
  sol: Pick<PriceDetail, 'price'>,
): Prices | null {
  // A number keeps 15 digits, more than SOL's price has: its text is the price itself.
  return pricesOf(lmtPriceUSDC, String(sol.price));
}

function pricesOf(lmtUSDC: string, solUSD: string): Prices | null {
  const lmt = parseDecimal(lmtUSDC, LMT_PRICE_DECIMALS);
  const sol = parseDecimal(solUSD, USD_PRICE_DECIMALS);
  if (lmt === null || sol === null || sol === 0n) return null;
  return { lmt: lmtPrice(lmt), sol: usdPrice(sol) };
}

/** The sell fee in force, as the rules take it. */
export function sellFeeOf({ sellFee }: Pick<ProtocolSettings, 'sellFee'>) {
  return { sellFee: rate(parseDecimal(sellFee, RATE_DECIMALS) ?? 0n) };
}

/** Earlier requests as the rules take them. */
export function pricedSells(sells: readonly SellJson[]): PricedSell[] {
  return sells.flatMap(({ status, reviewedAt, fixedPrices }) => {
    const prices = pricesOf(fixedPrices.lmtUSDC, fixedPrices.solUSD);
    if (prices === null) return [];
    const at = reviewedAt === null ? null : instant(Date.parse(reviewedAt));
    return [{ status, reviewedAt: at, prices }];
  });
}

/** Whether money may be paid out at a market price: a stand-in or an old one is for display only. */
export function isPayable({ source }: Pick<PriceDetail, 'source'>): boolean {
  return source === 'feed' || source === 'static';
}
