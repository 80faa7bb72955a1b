import { type Bond, bondEndsAt, claimBond } from '#domain/bonds/bond';
import type { Quote } from '#domain/bonds/quote';
import type { Till } from '#domain/payments/deposit';
import { LMT_PRICE_DECIMALS, formatAmount, formatDecimal } from '#domain/base/money';
import { lmtPriceInSol } from '#domain/terms/price';
import { type Instant, iso, isoOrNull } from '#domain/base/time';
import type { BondJson, BondQuote } from './bonds.ts';

export function serializeBond(bond: Bond, now: Instant): BondJson {
  return {
    id: bond.id,
    userId: bond.userId,
    tokenType: bond.token,
    amount: formatAmount(bond.token, bond.amount),
    lmtAmount: formatAmount('LMT', bond.lmtAmount),
    unpricedAmount: formatAmount(bond.token, bond.unpriced),
    status: bond.status,
    transactionHash: bond.signature,
    transactionSignature: bond.signature,
    bondingStartTime: isoOrNull(bond.startsAt),
    bondingEndTime: isoOrNull(bondEndsAt(bond)),
    claimable: bond.status === 'confirmed' && claimBond(bond, now).ok,
    createdAt: iso(bond.createdAt),
  };
}

export function serializeQuote(
  quote: Quote,
  {
    reference,
    till,
    isAccountMissing = false,
  }: {
    readonly reference: string;
    readonly till: Till;
    readonly isAccountMissing?: boolean | undefined;
  },
): BondQuote {
  const { token } = quote;
  const price =
    token === 'SOL'
      ? formatAmount('SOL', lmtPriceInSol(quote.prices))
      : formatDecimal(quote.prices.lmt, LMT_PRICE_DECIMALS);
  return {
    quoteId: quote.id,
    tokenType: token,
    amount: formatAmount(token, quote.amount),
    lmtAmount: formatAmount('LMT', quote.lmtAmount),
    price,
    treasuryAddress: till.treasury,
    reference,
    expiresAt: iso(quote.expiresAt),
    ...(token === 'USDC'
      ? { mint: till.usdcMint, treasuryTokenAccount: till.treasuryTokenAccount }
      : {}),
    ...(isAccountMissing ? { tokenAccountMissing: true as const } : {}),
  };
}
