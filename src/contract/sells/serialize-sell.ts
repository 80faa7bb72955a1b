import { messageOf } from '#domain/base/errors';
import {
  LMT_PRICE_DECIMALS,
  type Lmt,
  USD_PRICE_DECIMALS,
  formatAmount,
  formatDecimal,
  lmt,
} from '#domain/base/money';
import { type Payout, awaitsOutside } from '#domain/payouts/payout';
import type { SellSubject } from '#domain/payouts/payout-subject';
import { lmtPriceInSol } from '#domain/terms/price';
import { type Seller, answerTime, isOpenSell, sellEligibility } from '#domain/sells/sell';
import { limitResetsAt, remainingLimit } from '#domain/sells/sell-limit';
import type { Terms } from '#domain/terms/terms';
import { type Instant, iso, isoOrNull } from '#domain/base/time';
import type { EligibilityJson, PayoutJson, SellJson } from './sells.ts';

/** Returns null if there is no payout. */
export function serializePayout(of: Payout | null | undefined): PayoutJson | null {
  if (!of) return null;
  return {
    status: awaitsOutside(of) ? 'awaiting-outside' : of.status,
    amount: formatAmount(of.token, of.amount),
    rentCharged: formatAmount(of.token, of.rentCharged),
    signature: of.signature,
    createdAt: iso(of.createdAt),
    expiresAt: iso(of.expiresAt),
    settledAt: isoOrNull(of.settledAt),
    error: of.err,
  };
}

const LMT = (amount: Lmt): string => formatAmount('LMT', amount);

export function serializeSell(
  { sell, wallet, username, place }: Omit<SellSubject, 'purpose'>,
  newest: Payout | null | undefined,
  now: Instant,
): SellJson {
  const token = sell.payoutToken;
  const price =
    token === 'SOL'
      ? formatAmount('SOL', lmtPriceInSol(sell.prices))
      : formatDecimal(sell.prices.lmt, LMT_PRICE_DECIMALS);
  const { answerBy, overdue } = answerTime(sell, now);
  return {
    id: sell.id,
    userId: sell.userId,
    walletAddress: wallet,
    username,
    lmtAmount: LMT(sell.amount),
    lmtPrice: price,
    fixedPrices: {
      lmtUSDC: formatDecimal(sell.prices.lmt, LMT_PRICE_DECIMALS),
      solUSD: formatDecimal(sell.prices.sol, USD_PRICE_DECIMALS),
    },
    sellFee: LMT(sell.fee),
    netLMT: LMT(lmt(sell.amount - sell.fee)),
    payoutAmount: formatAmount(token, sell.payout),
    payoutCurrency: token,
    status: sell.status,
    requestedAt: iso(sell.requestedAt),
    reviewedAt: isoOrNull(sell.reviewedAt),
    notes: sell.notes,
    payout: serializePayout(newest),
    queue: place === null ? null : { place, answerBy: iso(answerBy), overdue },
  };
}

/** Serializes whether a user may sell now, and how much. Vaults and balance must be caught up to `now`. */
export function serializeEligibility(seller: Seller, terms: Terms, now: Instant): EligibilityJson {
  const { unstaked, period, sells } = seller;
  const eligible = sellEligibility(seller, terms, now);
  const refusal = eligible.ok ? null : eligible.refusal;
  return {
    eligible: eligible.ok,
    reason: refusal && messageOf(refusal),
    code: refusal && refusal.code,
    possibleAt:
      refusal?.code === 'SELL_NOT_MATURED' || refusal?.code === 'TOO_OFTEN'
        ? refusal.context.possibleAt
        : null,
    available: LMT(unstaked),
    remainingLimit: LMT(remainingLimit(unstaked, period, now)),
    resetsAt: isoOrNull(limitResetsAt(period, now)),
    pending: sells.some(isOpenSell),
  };
}
