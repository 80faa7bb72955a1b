import type { PriceDetail } from '#contract/prices';
import type { ProtocolSettings } from '#contract/protocol';
import { RATE_DECIMALS, parseDecimal, rate } from '#domain/base/money';

/** The sell fee in force, as the rules take it. */
export function sellFeeOf({ sellFee }: Pick<ProtocolSettings, 'sellFee'>) {
  return { sellFee: rate(parseDecimal(sellFee, RATE_DECIMALS) ?? 0n) };
}

/** Whether money may be paid out at a market price: a stand-in or an old one is for display only. */
export function isPayable({ source }: Pick<PriceDetail, 'source'>): boolean {
  return source === 'feed' || source === 'static';
}
