import { LMT_PRICE_DECIMALS, type LmtPrice, formatDecimal } from '../base/money.ts';
import { LMT_PRICE_MAX } from '../terms/terms.ts';
import { type Alert, alert } from './alert.ts';

/** Warns if the LMT price is so high that weekly steps no longer raise it. */
export function priceAlerts(price: LmtPrice): Alert[] {
  if (price < LMT_PRICE_MAX) return [];
  const most = formatDecimal(LMT_PRICE_MAX, LMT_PRICE_DECIMALS);
  const text = `The LMT price has reached its maximum of ${most} USDC: weekly steps no longer raise it`;
  return [alert('PRICE_AT_MAXIMUM', 'warning', { text })];
}
