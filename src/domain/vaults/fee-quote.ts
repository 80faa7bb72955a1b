import type { Bond } from '../bonds/bond.ts';
import { type Lamports, type Lmt, MAX_AMOUNT, mulDivUp } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, MINUTE_MS, after } from '../base/time.ts';
import type { InForce } from '../terms/terms-in-force.ts';
import { type MarketPrice, freshSolPrice, lmtPriceAt } from '../terms/price.ts';
import type { Settings } from '../terms/settings.ts';
import { QUOTE_GRACE_MS, QUOTE_MS, settingsAt } from '../terms/terms.ts';
import { type OpenFeePayment, usableCredit } from '../payments/fee-credit.ts';
import { type Vault, checkOpenVaults } from './vault.ts';
import { catchUpAll, unstakedAfter } from './vault-catch-up.ts';
import { checkStakeAmount, stakingFee } from './vault-stake.ts';

/** Staking fee that is fixed for ten minutes. */
export interface FeeQuote {
  readonly id: string;
  readonly userId: string;
  /** LMT to be staked. */
  readonly amount: Lmt;
  /** Full fee, before the user's credit is used. */
  readonly fee: Lamports;
  /** Reference key that its payment names. */
  readonly reference: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export type FeeQuoteRequest = Pick<FeeQuote, 'id' | 'userId' | 'amount' | 'reference'>;

export const quoteFee = (asked: FeeQuoteRequest, fee: Lamports, now: Instant): FeeQuote => ({
  ...asked,
  fee,
  createdAt: now,
  expiresAt: after(now, QUOTE_MS),
});

/** True if a quote holds for a stake of this amount whose fee was paid at an instant. */
export function feeQuoteHolds(quote: FeeQuote, amount: Lmt, paidAt: Instant): boolean {
  return (
    quote.amount === amount &&
    paidAt >= after(quote.createdAt, -QUOTE_GRACE_MS) &&
    paidAt <= after(quote.expiresAt, QUOTE_GRACE_MS)
  );
}

/** True if a quote is open for a stake of this amount that takes its fee from credit now. */
export function isFeeQuoteOpen(quote: FeeQuote, amount: Lmt, now: Instant): boolean {
  return now < quote.expiresAt && feeQuoteHolds(quote, amount, now);
}

/** Facts for the quote of a staking fee. */
export interface FeeQuoteFacts {
  readonly now: Instant;
  /** Newest SOL price. */
  readonly sol: MarketPrice;
  readonly unstaked: Lmt;
  /** Lamports credited to the user, including payments that are not finalized yet. */
  readonly credit: Lamports;
  readonly openFees: readonly OpenFeePayment[];
  /** Number of the user's vaults that are neither completed nor due. */
  readonly openVaults: number;
  /** Due vaults; the sweep may still have to complete some of them. */
  readonly dueVaults: readonly Vault[];
  /** Newest quote of the user for the amount. */
  readonly latestQuote: FeeQuote | null;
  /** Newest claimed bond of the user. */
  readonly latestBond: Bond | null;
}

/** Quote, with the user's credit. */
export interface QuotedFee {
  readonly quote: FeeQuote;
  readonly isNew: boolean;
  /** Credit that reduces the payment. */
  readonly credit: Lamports;
  /** Fee at the rate of the user's newest claimed bond; null if there is none. */
  readonly atBondRate: FeeAtBondRate | null;
}

/** Maximum age of a quote that is returned again, because a user who types an amount requests many. */
const SAME_QUOTE_MS = MINUTE_MS;

/** Quotes the fee of a stake. Refused if the stake would be refused once its fee is paid. */
export function decideFeeQuote(
  facts: FeeQuoteFacts,
  { isStaticFeed, ...asked }: FeeQuoteRequest & { readonly isStaticFeed: boolean },
  { terms, lmtPrices }: InForce,
): Result<QuotedFee> {
  const { now, sol, latestQuote } = facts;
  const caught = catchUpAll(facts.dueVaults, terms, now);
  const unstaked = unstakedAfter(asked.userId, facts.unstaked, caught.journals);
  const allowed = checkStakeAmount(asked.amount, unstaked);
  if (!allowed.ok) return allowed;
  const stillOpen = caught.next.filter(({ status }) => status !== 'completed').length;
  const few = checkOpenVaults(facts.openVaults + stillOpen);
  if (!few.ok) return few;
  const fresh = freshSolPrice(sol, isStaticFeed, now);
  if (!fresh.ok) return fresh;
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: fresh.value };
  const fee = stakingFee({ amount: asked.amount, prices }, terms, now);
  if (fee > MAX_AMOUNT) return refuse('AMOUNT_OUT_OF_RANGE', { token: 'LMT' });
  const isSame =
    latestQuote !== null &&
    latestQuote.amount === asked.amount &&
    latestQuote.fee === fee &&
    now <= after(latestQuote.createdAt, SAME_QUOTE_MS);
  const credit = usableCredit(facts.credit, facts.openFees);
  return ok({
    quote: isSame ? latestQuote : quoteFee(asked, fee, now),
    isNew: !isSame,
    credit,
    atBondRate: feeAtBondRate(asked.amount, settingsAt(terms, now), facts.latestBond),
  });
}

export interface FeeAtBondRate {
  readonly token: Bond['token'];
  readonly amount: Bond['amount'];
}

/**
 * Returns the fee at the latest completed bond's rate, in that bond's token, rounded up, for display. Null if
 * nothing was bonded.
 */
export function feeAtBondRate(
  amount: Lmt,
  { stakingFee: share }: Settings,
  bond: Pick<Bond, 'token' | 'amount' | 'lmtAmount'> | null,
): FeeAtBondRate | null {
  if (!bond || bond.lmtAmount === 0n) return null;
  const fee = mulDivUp(amount * share, bond.amount, 1_000_000n * bond.lmtAmount);
  return { token: bond.token, amount: fee as Bond['amount'] };
}
