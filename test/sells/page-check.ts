import type { SellJson } from '#contract/sells/sells';
import type { Till } from '#domain/payments/deposit';
import { USD_PRICE_DECIMALS, parseDecimal, usdPrice } from '#domain/base/money';
import type { ConfirmedTransfer, TransferFault } from '#domain/payouts/payout-bytes';
import { faultOfHandedOut } from '../../src/web/kernel/dashboard/pay-out/handed-out.ts';
import { payoutOf } from './treasury.ts';

/** Returns the fault that the owner's page finds in a handed-out transaction, or null. */
export function faultOnPage(
  { treasury, usdcMint }: Till,
  transaction: string,
  confirmed: ConfirmedTransfer,
): Promise<TransferFault | null> {
  const bytes = new Uint8Array(Buffer.from(transaction, 'base64'));
  return faultOfHandedOut(bytes, confirmed, { treasury, usdcMint });
}

/** Transfer that the owner confirms for a sell request. */
export const confirmedOf = (sell: SellJson): ConfirmedTransfer => ({
  purpose: 'sell',
  subject: sell.id,
  receiver: sell.walletAddress,
  token: sell.payoutCurrency,
  amount: payoutOf(sell) as ConfirmedTransfer['amount'],
  rentPrice: usdPrice(parseDecimal(sell.fixedPrices.solUSD, USD_PRICE_DECIMALS)!),
});
