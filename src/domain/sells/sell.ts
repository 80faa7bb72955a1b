import { type Change, type HistoryItem, unchanged } from '../base/change.ts';
import { escrowOf, feeAccount, journalsOf, move, system, unstakedOf } from '../base/ledger.ts';
import {
  type Amount,
  type Lmt,
  MAX_AMOUNT,
  type PayToken,
  checkMinimum,
  formatAmount,
  lmt,
} from '../base/money.ts';
import type { Prices } from '../terms/price.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Settings } from '../terms/settings.ts';
import {
  CANCELLED_MAX,
  MIN_PAYOUT,
  SELL_ANSWER_MS,
  SELL_RETRY_MS,
  type Terms,
  WINDOW_EXPIRED_NOTICE_MS,
} from '../terms/terms.ts';
import { DAY_MS, type Instant, after, iso } from '../base/time.ts';
import { type Vault, phaseAt } from '../vaults/vault.ts';
import { catchUp } from '../vaults/vault-catch-up.ts';
import { type SellPeriod, limitResetsAt, remainingLimit } from './sell-limit.ts';
import { previewSell } from './sell-preview.ts';

export type SellStatus = 'pending' | 'approved' | 'rejected' | 'cancelled';

export interface Sell {
  readonly id: string;
  readonly userId: string;
  readonly status: SellStatus;
  readonly amount: Lmt;
  /** Fixed by the request, but posted only when the payout is finalized. */
  readonly fee: Lmt;
  readonly payoutToken: PayToken;
  readonly payout: Amount<PayToken>;
  readonly prices: Prices;
  readonly requestedAt: Instant;
  readonly reviewedAt: Instant | null;
  /** Instant at which the payout was finalized and the LMT burned. */
  readonly settledAt: Instant | null;
  /** Sell period before this request; restored by a rejection or a cancellation. */
  readonly periodBefore: SellPeriod;
  /** Owner's notes on the decision. */
  readonly notes: string | null;
}

/** State that eligibility depends on. */
export interface Seller {
  readonly userId: string;
  readonly unstaked: Lmt;
  readonly period: SellPeriod;
  readonly vaults: readonly Vault[];
  /** All requests of the user, in any order. */
  readonly sells: readonly Sell[];
  /** Instant at which a payout of an approved request last failed for good; null if none did. */
  readonly payoutFailedAt: Instant | null;
}

/** True if a request may still end either way: it waits for the owner, or for its payout to be finalized. */
export function isOpenSell({ status, settledAt }: Sell): boolean {
  return status === 'pending' || (status === 'approved' && settledAt === null);
}

/** Refuses if the user may not make any request now, with the first reason that applies. */
export function sellEligibility(seller: Seller, terms: Terms, now: Instant): Result<null> {
  const seldom = checkCancelled(seller.sells, now);
  if (!seldom.ok) return seldom;
  const vaults = seller.vaults.map((vault) => catchUp(vault, terms, now).next);
  const phases = vaults.map((vault) => phaseAt(vault, terms, now));
  if (phases.includes('window') || sellAgainUntil(seller, now) !== null) {
    return seller.unstaked > 0n ? ok(null) : refuse('SELL_NO_UNSTAKED');
  }
  if (phases.some((phase) => phase === 'vesting' || phase === 'ready' || phase === 'running')) {
    const ends = vaults.flatMap((v) => (v.status === 'active' && v.cycle ? [v.cycle.endsAt] : []));
    const first = ends.sort((a, b) => a - b)[0];
    return refuse('SELL_NOT_MATURED', { possibleAt: first === undefined ? null : iso(first) });
  }
  const expired = vaults.some(
    ({ released, completedAt }) =>
      released && completedAt !== null && now < after(completedAt, WINDOW_EXPIRED_NOTICE_MS),
  );
  return refuse(expired ? 'SELL_WINDOW_EXPIRED' : 'SELL_NO_VAULTS');
}

/** Requests of a user that may begin a free day, in which selling needs no open window. */
export interface EndedSells {
  readonly sells: readonly Pick<Sell, 'status' | 'reviewedAt'>[];
  readonly payoutFailedAt: Instant | null;
}

/**
 * Returns the latest end of a free day begun by a rejection or by a payout that failed for good; null if none
 * is running.
 */
export function sellAgainUntil(
  { sells, payoutFailedAt }: EndedSells,
  now: Instant,
): Instant | null {
  const rejected = sells.flatMap(({ status, reviewedAt }) =>
    status === 'rejected' && reviewedAt !== null ? [reviewedAt] : [],
  );
  const opened = payoutFailedAt === null ? rejected : [...rejected, payoutFailedAt];
  const ends = opened.map((at) => after(at, SELL_RETRY_MS)).filter((end) => now < end);
  return ends.toSorted((a, b) => b - a)[0] ?? null;
}

/** Refuses a request after too many cancellations in a day. */
function checkCancelled(sells: Seller['sells'], now: Instant): Result<null> {
  const lately = sells
    .flatMap(({ status, reviewedAt }) =>
      status === 'cancelled' && reviewedAt !== null ? [after(reviewedAt, DAY_MS)] : [],
    )
    .filter((end) => now < end)
    .toSorted((a, b) => b - a);
  const possibleAt = lately[CANCELLED_MAX - 1];
  if (possibleAt === undefined) return ok(null);
  return refuse('TOO_OFTEN', { most: CANCELLED_MAX, possibleAt: iso(possibleAt) });
}

export interface SellRequest {
  readonly id: string;
  readonly amount: Lmt;
  readonly payoutToken: PayToken;
}

/** Accepts a request: moves its LMT into escrow, fixes price, fee and payout, and begins a period. */
export function requestSell(
  {
    asked,
    seller,
    settings,
    prices,
  }: {
    readonly asked: SellRequest;
    readonly seller: Seller;
    readonly settings: Settings;
    readonly prices: Prices;
  },
  terms: Terms,
  now: Instant,
): Result<Change<Sell> & { readonly period: SellPeriod }> {
  if (seller.sells.some(isOpenSell)) return refuse('SELL_PENDING');
  const eligible = sellEligibility(seller, terms, now);
  if (!eligible.ok) return eligible;
  if (asked.amount <= 0n) return refuse('AMOUNT_NOT_POSITIVE', { token: 'LMT' });
  const remaining = remainingLimit(seller.unstaked, seller.period, now);
  if (asked.amount > remaining) {
    const resetsAt = limitResetsAt(seller.period, now);
    return refuse('SELL_LIMIT', {
      remaining: formatAmount('LMT', remaining),
      resetsAt: resetsAt === null ? null : iso(resetsAt),
    });
  }
  const token = asked.payoutToken;
  const preview = previewSell(asked, { sells: seller.sells, settings, prices, now });
  const enough = checkMinimum<PayToken>(token, preview.payout, MIN_PAYOUT[token]);
  if (!enough.ok) return enough;
  if (preview.payout > MAX_AMOUNT) return refuse('AMOUNT_OUT_OF_RANGE', { token });
  const next: Sell = {
    ...asked,
    userId: seller.userId,
    status: 'pending',
    fee: preview.fee,
    payout: preview.payout,
    prices: preview.prices,
    requestedAt: now,
    reviewedAt: null,
    settledAt: null,
    periodBefore: seller.period,
    notes: null,
  };
  const postings = move(unstakedOf(next.userId), escrowOf(next.id), next.amount);
  return ok({
    next,
    journals: journalsOf(next, { kind: 'sellRequested', at: now, postings }),
    items: [sellItem(next)],
    period: { sold: asked.amount, startedAt: now },
  });
}

/** Builds the request's history line, which is completed only by a finalized payout. */
export function sellItem(sell: Sell): HistoryItem {
  return {
    type: 'sell',
    userId: sell.userId,
    subject: sell.id,
    at: sell.requestedAt,
    amount: sell.amount,
    token: 'LMT',
    fee: sell.fee,
    feeToken: 'LMT',
    status: itemStatus(sell),
    hash: null,
    note: null,
  };
}

function itemStatus({ status, settledAt }: Sell): HistoryItem['status'] {
  if (status === 'rejected' || status === 'cancelled') return 'failed';
  return settledAt === null ? 'pending' : 'completed';
}

/** Rejects or cancels a pending request, and restores LMT and period. */
export function returnSell(
  sell: Sell,
  {
    status,
    notes = null,
  }: { readonly status: 'rejected' | 'cancelled'; readonly notes?: string | null | undefined },
  now: Instant,
): Result<Change<Sell> & { readonly period: SellPeriod }> {
  if (sell.status !== 'pending') return refuse('SELL_DECIDED', { status: sell.status });
  const postings = move(escrowOf(sell.id), unstakedOf(sell.userId), sell.amount);
  return ok({
    next: { ...sell, status, reviewedAt: now, notes },
    journals: journalsOf(sell, { kind: 'sellReturned', at: now, postings }),
    items: [],
    period: sell.periodBefore,
  });
}

/** Approves a pending request. Its LMT stays in escrow until the payout is finalized. */
export function approveSell(sell: Sell, now: Instant, notes: string | null): Result<Change<Sell>> {
  if (sell.status !== 'pending') return refuse('SELL_DECIDED', { status: sell.status });
  return ok(unchanged<Sell>({ ...sell, status: 'approved', reviewedAt: now, notes }));
}

/** Makes a request pending again after its payout failed or never landed. */
export function reopenSell(sell: Sell): Sell {
  return { ...sell, status: 'pending', reviewedAt: null, notes: null };
}

/**
 * Settles a request whose payout is finalized: burns the escrowed LMT, with the fee and the sold part on
 * separate accounts.
 */
export function settleSell(sell: Sell, sent: Amount<PayToken>, at: Instant): Change<Sell> {
  const escrow = escrowOf(sell.id);
  const postings = [
    ...move(escrow, feeAccount('fee.sell'), sell.fee),
    ...move(escrow, system('soldBurned', 'LMT'), lmt(sell.amount - sell.fee)),
    ...move(system('paidOut', sell.payoutToken), system('treasury', sell.payoutToken), sent),
  ];
  return {
    next: { ...sell, settledAt: at },
    journals: journalsOf(sell, { kind: 'sellPaid', at, postings }),
    items: [],
  };
}

/** Returns the instant by which the owner should decide a request, and whether it has passed. */
export function answerTime(
  { requestedAt }: Pick<Sell, 'requestedAt'>,
  now: Instant,
): { readonly answerBy: Instant; readonly overdue: boolean } {
  const answerBy = after(requestedAt, SELL_ANSWER_MS);
  return { answerBy, overdue: now >= answerBy };
}
