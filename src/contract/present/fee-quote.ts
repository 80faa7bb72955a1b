import { type Lamports, formatAmount } from '#domain/base/money';
import { iso } from '#domain/base/time';
import type { Bond } from '#domain/bonds/bond';
import type { FeeQuote } from '#domain/vaults/fee-credit';
import { feeToPay } from '#domain/vaults/vault-stake';
import type { FeeQuoteJson } from '../stakes.ts';

/** A quote with where it is paid to, and what the user has for it. */
export interface ShownFeeQuote extends Pick<FeeQuote, 'fee' | 'expiresAt'> {
  readonly reference: string;
  readonly treasury: string;
  readonly credit: Lamports;
  /** The fee at the rate of the user's last bond; null where there is none. */
  readonly atBondRate: Pick<Bond, 'token' | 'amount'> | null;
}

export function presentFeeQuote(of: ShownFeeQuote): FeeQuoteJson {
  const { fee, credit, atBondRate } = of;
  return {
    lamports: feeToPay(fee, credit).toString(),
    feeSOL: formatAmount('SOL', fee),
    reference: of.reference,
    treasuryAddress: of.treasury,
    expiresAt: iso(of.expiresAt),
    display: atBondRate && {
      amount: formatAmount(atBondRate.token, atBondRate.amount),
      tokenType: atBondRate.token,
    },
    credit: credit.toString(),
  };
}
