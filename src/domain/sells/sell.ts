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
  SELL_LIMIT_DIVISOR,
  SELL_PERIOD_MS,
  SELL_RETRY_MS,
  type Terms,
  WINDOW_EXPIRED_NOTICE_MS,
} from '../terms/terms.ts';
import { DAY_MS, type Instant, after, iso } from '../base/time.ts';
import { type Vault, phaseAt } from '../vaults/vault.ts';
import { catchUp } from '../vaults/vault-catch-up.ts';
import { previewSell } from './sell-preview.ts';

export type SellStatus = 'pending' | 'approved' | 'rejected' | 'cancelled';

/** The running sell period: what was sold in it, and the request that opened it. */
export interface SellPeriod {
  readonly sold: Lmt;
  readonly startedAt: Instant | null;
}

export interface Sell {
  readonly id: string;
  readonly userId: string;
  readonly status: SellStatus;
  readonly amount: Lmt;
  /** Fixed by the request, long before it is posted: a payout has to be finalized first. */
  readonly fee: Lmt;
  readonly payoutToken: PayToken;
  readonly payout: Amount<PayToken>;
  readonly prices: Prices;
  readonly requestedAt: Instant;
  readonly reviewedAt: Instant | null;
  /** When the payout was finalized and the LMT burned. */
  readonly settledAt: Instant | null;
  /** The period as it stood before this request; given back by a rejection or a cancellation. */
  readonly periodBefore: SellPeriod;
  /** What the owner said when deciding. */
  readonly notes: string | null;
}

/** What eligibility depends on. */
export interface Seller {
  readonly userId: string;
  readonly unstaked: Lmt;
  readonly period: SellPeriod;
  readonly vaults: readonly Vault[];
  /** All requests of the user, in any order. */
  readonly sells: readonly Sell[];
  /** When a payout of an approved request last failed for good; null if never. */
  readonly payoutFailedAt: Instant | null;
}

/** Whether a request may still end either way: it waits for the owner, or for its payout to be final. */
export function isOpenSell({ status, settledAt }: Sell): boolean {
  return status === 'pending' || (status === 'approved' && settledAt === null);
}

/** The period as of now: after seven days it is over. */
export function periodAt(period: SellPeriod, now: Instant): SellPeriod {
  if (period.startedAt === null || now >= after(period.startedAt, SELL_PERIOD_MS)) {
    return { sold: lmt(0n), startedAt: period.startedAt };
  }
  return period;
}

/** When the limit is new again; null where it already is. */
export function limitResetsAt(period: SellPeriod, now: Instant): Instant | null {
  const { sold, startedAt } = periodAt(period, now);
  return sold > 0n && startedAt !== null ? after(startedAt, SELL_PERIOD_MS) : null;
}

/** What one request may sell: half of the unstaked balance, once a period. */
export function remainingLimit(unstaked: Lmt, period: SellPeriod, now: Instant): Lmt {
  return limitResetsAt(period, now) === null ? lmt(unstaked / SELL_LIMIT_DIVISOR) : lmt(0n);
}

/** Whether the user may ask at this time at all; the first reason against it otherwise. */
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

/** The requests of a user that may open a day in which selling needs no open window. */
export interface EndedSells {
  readonly sells: readonly Pick<Sell, 'status' | 'reviewedAt'>[];
  readonly payoutFailedAt: Instant | null;
}

/** The end of a day that a rejection, or a payout that failed for good, has opened; null where none is running. */
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

/** Refuses one more request after so many cancellations in a day. */
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

/** Takes a request: the LMT goes into escrow, price, fee and payout are fixed, a period begins. */
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

/** The request's line of history; completed only by a finalized payout. */
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

/** Rejects or cancels a pending request: LMT and period are as they were before it. */
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

/** The owner lets a pending request be paid; its LMT stays in escrow until the payout is finalized. */
export function approveSell(sell: Sell, now: Instant, notes: string | null): Result<Change<Sell>> {
  if (sell.status !== 'pending') return refuse('SELL_DECIDED', { status: sell.status });
  return ok(unchanged<Sell>({ ...sell, status: 'approved', reviewedAt: now, notes }));
}

/** A payout failed, or never landed: the request waits for the owner again. */
export function reopenSell(sell: Sell): Sell {
  return { ...sell, status: 'pending', reviewedAt: null, notes: null };
}

/** What was sent is finalized: the escrowed LMT is burned, the fee's part and the sold part apart. */
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

/** By when the owner answers a request, and whether that time is over. */
export function answerTime(
  { requestedAt }: Pick<Sell, 'requestedAt'>,
  now: Instant,
): { readonly answerBy: Instant; readonly overdue: boolean } {
  const answerBy = after(requestedAt, SELL_ANSWER_MS);
  return { answerBy, overdue: now >= answerBy };
}
