import type { PriceDetail } from '#contract/prices';
import type { ProtocolSettings } from '#contract/protocol';
import type { SellJson } from '#contract/sells';
import {
  LMT_PRICE_DECIMALS,
  type PayToken,
  RATE_DECIMALS,
  USD_PRICE_DECIMALS,
  lmtPrice,
  parseAmount,
  parseDecimal,
  rate,
  usdPrice,
} from '#domain/base/money';
import type { Prices } from '#domain/terms/price';
import type { EarlierSell } from '#domain/sells/sell-preview';
import { instant } from '#domain/base/time';

/** The prices that a request would be fixed at now; null where one of them is not known. */
export function pricesNow(
  { lmtPriceUSDC }: Pick<ProtocolSettings, 'lmtPriceUSDC'>,
  sol: Pick<PriceDetail, 'price'>,
): Prices | null {
  const lmt = parseDecimal(lmtPriceUSDC, LMT_PRICE_DECIMALS);
  // A number keeps 15 digits, more than SOL's price has: its text is the price itself.
  const usd = parseDecimal(String(sol.price), USD_PRICE_DECIMALS);
  if (lmt === null || usd === null || usd === 0n) return null;
  return { lmt: lmtPrice(lmt), sol: usdPrice(usd) };
}

/** The sell fee in force, as the rules take it. */
export function sellFeeOf({ sellFee }: Pick<ProtocolSettings, 'sellFee'>) {
  return { sellFee: rate(parseDecimal(sellFee, RATE_DECIMALS) ?? 0n) };
}

/** Earlier requests as the rules take them. */
export function earlierSells(sells: readonly SellJson[]): EarlierSell[] {
  return sells.flatMap(({ status, reviewedAt, lmtAmount, payoutAmount, payoutCurrency }) => {
    const amount = parseAmount('LMT', lmtAmount);
    const payout = parseAmount<PayToken>(payoutCurrency, payoutAmount);
    if (!amount || payout === null) return [];
    const at = reviewedAt === null ? null : instant(Date.parse(reviewedAt));
    return [{ status, reviewedAt: at, amount, payoutToken: payoutCurrency, payout }];
  });
}

/** Whether money may be paid out at a market price: a stand-in or an old one is for display only. */
export function isPayable({ source }: Pick<PriceDetail, 'source'>): boolean {
  return source === 'feed' || source === 'static';
}
