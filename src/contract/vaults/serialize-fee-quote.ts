import { formatAmount } from '#domain/base/money';
import { iso } from '#domain/base/time';
import type { QuotedFee } from '#domain/vaults/fee-quote';
import { feeToPay } from '#domain/vaults/vault-stake';
import type { FeeQuoteJson } from './vaults.ts';

export interface ShownFeeQuote extends Pick<QuotedFee, 'quote' | 'credit' | 'atBondRate'> {
  readonly treasury: string;
}

export function serializeFeeQuote({
  quote,
  treasury,
  credit,
  atBondRate,
}: ShownFeeQuote): FeeQuoteJson {
  return {
    lamports: feeToPay(quote.fee, credit).toString(),
    feeSOL: formatAmount('SOL', quote.fee),
    reference: quote.reference,
    treasuryAddress: treasury,
    expiresAt: iso(quote.expiresAt),
    display: atBondRate && {
      amount: formatAmount(atBondRate.token, atBondRate.amount),
      tokenType: atBondRate.token,
    },
    credit: credit.toString(),
  };
}
