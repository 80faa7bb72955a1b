import type { SellJson } from '#contract/sells/sells';
import { type PayToken, parseAmount } from '#domain/base/money';
import { instant } from '#domain/base/time';
import type { EarlierSell } from '#domain/sells/sell-preview';

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
