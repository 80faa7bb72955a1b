import { type Amount, type Lamports, type PayToken, add } from '../base/money.ts';
import { type Refused, type Result, ok, refuse } from '../base/result.ts';
import { SELL_ANSWER_MS } from '../terms/terms.ts';
import { type Instant, MINUTE_MS, SECOND_MS, after, iso } from '../base/time.ts';

/** Purpose of a payout: a sell request, or paying back an unmatched deposit or fee credit. */
export type PayoutPurpose = 'sell' | 'deposit' | 'credit';
/** 'withdrawn' never landed and never will; only then may another transaction be made. */
export type PayoutStatus = 'awaiting-signature' | 'sent' | 'finalized' | 'failed' | 'withdrawn';

/** Durable nonce: an account on the chain, and the value that it holds until it is advanced. */
export interface Nonce {
  readonly account: string;
  readonly value: string;
}

/** Transaction from the treasury, from its creation to its end. */
export interface Payout {
  readonly id: string;
  readonly purpose: PayoutPurpose;
  /** Id of the sell request, the deposit, or the user whose credit is paid back. */
  readonly subject: string;
  /** Null for a deposit. */
  readonly userId: string | null;
  readonly token: PayToken;
  /** Amount sent. */
  readonly amount: Amount<PayToken>;
  /** Rent deducted from the amount due, in the same token: of a token account that the receiver lacks. */
  readonly rentCharged: Amount<PayToken>;
  readonly receiver: string;
  readonly status: PayoutStatus;
  /** True if it is made outside, by a treasury whose key neither the server nor a wallet of ours holds. */
  readonly isOutside: boolean;
  /** Unsigned transaction, base64. */
  readonly built: string;
  readonly signed: string | null;
  readonly signature: string | null;
  /** Nonce that the transaction is built on. Null for a payout made outside, and for one found paid on the chain. */
  readonly nonce: Nonce | null;
  /**
   * Finalized slot at which the nonce was read, or at which a payout outside was made. Its payment cannot be
   * older.
   */
  readonly builtSlot: number;
  readonly costs: Lamports;
  readonly createdAt: Instant;
  /** Instant at which the server begins to withdraw the payout, unless it has landed. */
  readonly expiresAt: Instant;
  /**
   * True while it is being withdrawn: a user or the owner requested that, or the owner's wallet altered its
   * transaction.
   */
  readonly isWithdrawing: boolean;
  readonly settledAt: Instant | null;
  /** Finalized slot in which it landed; null if it has not, or if an earlier version ended it. */
  readonly landedSlot: number | null;
  /** Chain's error if it landed with one. */
  readonly err: string | null;
}

/** Returns the amount that a payout settles: the amount sent plus the rent charged. */
export const dueOf = ({
  amount,
  rentCharged,
}: Pick<Payout, 'amount' | 'rentCharged'>): Amount<PayToken> => add(amount, rentCharged);

/** Statuses in which a payout can still pay. */
export const OPEN_PAYOUT_STATUSES = ['awaiting-signature', 'sent'] as const;

/** True if a payout can still pay. */
export function isOpenPayout({ status }: Pick<Payout, 'status'>): boolean {
  return OPEN_PAYOUT_STATUSES.some((open) => open === status);
}

/** Returns the payout of a subject that can still pay, or null; there is at most one. */
export function openPayoutAmong(payouts: readonly Payout[]): Payout | null {
  return payouts.find(isOpenPayout) ?? null;
}

/** Returns the newest payout, which a subject is shown with. */
export function newestPayout(payouts: readonly Payout[]): Payout | null {
  return payouts.reduce<Payout | null>(
    (newest, each) => (newest && !isNewer(each, newest) ? newest : each),
    null,
  );
}

const isNewer = (a: Payout, b: Payout): boolean =>
  a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id);

/** Refuses while one of the payouts can still pay, with the instant at which that ends. */
export function noPayoutOpen(payouts: readonly Payout[]): Result<null> {
  const open = openPayoutAmong(payouts);
  return open ? refuse('PAYOUT_OPEN', { possibleAt: possibleAt(open, open.expiresAt) }) : ok(null);
}

/** Estimated time from the advance of a payout's nonce until the advance is finalized and seen. */
export const WITHDRAWAL_MS = 30 * SECOND_MS;

/** Returns the instant at which a payout no longer blocks; null for a payout made outside, whose time is unknown. */
function possibleAt(payout: Payout, at: Instant): string | null {
  return awaitsOutside(payout) ? null : iso(at);
}

/** Marks a payout for withdrawal. It may still land until its nonce was advanced. */
export function withdrawn(payout: Payout): Payout {
  return { ...payout, isWithdrawing: true };
}

/** Returns the estimated end of a withdrawal that begins now. */
export function withdrawalEnd(now: Instant): Instant {
  return after(now, WITHDRAWAL_MS);
}

/** Refuses while a payout is being withdrawn or finalized, with the estimated end. */
export function payoutStillOpen(now: Instant): Refused {
  return refuse('PAYOUT_OPEN', { possibleAt: iso(withdrawalEnd(now)) });
}

/** True if a payout waits to be made outside. The server cannot keep it from landing. */
export function awaitsOutside({
  status,
  isOutside,
}: Pick<Payout, 'status' | 'isOutside'>): boolean {
  return isOutside && status === 'awaiting-signature';
}

/** True if a payout is to be withdrawn, because that was requested or the payout has expired. */
export function isToWithdraw(payout: Payout, now: Instant): boolean {
  const { isWithdrawing, expiresAt } = payout;
  return isWithdrawing || (now >= expiresAt && !awaitsOutside(payout));
}

/** Time for the owner's wallet to sign a transaction. */
export const SIGNING_MS = 15 * MINUTE_MS;
/** Time for which a signed transaction is resent before it is withdrawn. */
const LANDING_MS = 2 * MINUTE_MS;

/** Returns the expiry of a payout that is made or signed now. */
export function payoutExpiry(
  { signature, isOutside }: Pick<Payout, 'signature' | 'isOutside'>,
  now: Instant,
): Instant {
  if (isOutside) return after(now, SELL_ANSWER_MS);
  return after(now, signature === null ? SIGNING_MS : LANDING_MS);
}
