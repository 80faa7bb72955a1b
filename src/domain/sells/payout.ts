import { type Amount, type Lamports, type PayToken, add } from '../base/money.ts';
import { type Refused, type Result, ok, refuse } from '../base/result.ts';
import { SELL_ANSWER_MS } from '../terms/terms.ts';
import { type Instant, MINUTE_MS, SECOND_MS, after, iso } from '../base/time.ts';

/** What a payout is for: a sell request, an unmatched deposit's way back, or fee credit's. */
export type PayoutPurpose = 'sell' | 'deposit' | 'credit';
/** 'withdrawn' never landed and never will: only then is another transaction made. */
export type PayoutStatus = 'awaiting-signature' | 'sent' | 'finalized' | 'failed' | 'withdrawn';

/** Durable nonce: an account on the chain, and the value that it holds until it is advanced. */
export interface Nonce {
  readonly account: string;
  readonly value: string;
}

/** One transaction out of the treasury, from its making to its end. */
export interface Payout {
  readonly id: string;
  readonly purpose: PayoutPurpose;
  /** Id of the request, the deposit, or the user whose credit goes back. */
  readonly subject: string;
  /** Null for a deposit of an unknown wallet. */
  readonly userId: string | null;
  readonly token: PayToken;
  /** What is sent. */
  readonly amount: Amount<PayToken>;
  /** What is kept of what is due, in the same token: rent of a token account that the receiver lacks. */
  readonly rentCharged: Amount<PayToken>;
  readonly receiver: string;
  readonly status: PayoutStatus;
  /** Whether it is made outside, by a treasury that no key or wallet of ours signs for. */
  readonly isOutside: boolean;
  /** The transaction as it was built, unsigned; base64. */
  readonly built: string;
  readonly signed: string | null;
  readonly signature: string | null;
  /** Nonce that the transaction is built on. Null for a payout made outside, and for one found paid on the chain. */
  readonly nonce: Nonce | null;
  /** Finalized slot at which the nonce was read, or at which a payout outside was made: its payment cannot be older. */
  readonly builtSlot: number;
  readonly costs: Lamports;
  readonly createdAt: Instant;
  /** When the server begins to withdraw the payout, unless it has landed. */
  readonly expiresAt: Instant;
  /** Whether it is being withdrawn: a user or the owner asked for that, or the owner's wallet altered its transaction. */
  readonly isWithdrawing: boolean;
  readonly settledAt: Instant | null;
  /** Where it landed, finalized; null while it has not, and where an earlier version ended it. */
  readonly landedSlot: number | null;
  /** The chain's error where it landed with one. */
  readonly err: string | null;
}

/** What a payout settles: what it sends, and the rent that it charges. */
export const dueOf = ({
  amount,
  rentCharged,
}: Pick<Payout, 'amount' | 'rentCharged'>): Amount<PayToken> => add(amount, rentCharged);

/** What can still pay. */
export const OPEN_PAYOUT_STATUSES = ['awaiting-signature', 'sent'] as const;

/** Whether a payout can still pay. */
export function isOpenPayout({ status }: Pick<Payout, 'status'>): boolean {
  return OPEN_PAYOUT_STATUSES.some((open) => open === status);
}

/** The one payout of a subject that can still pay, if there is one. */
export function openPayoutAmong(payouts: readonly Payout[]): Payout | null {
  return payouts.find(isOpenPayout) ?? null;
}

/** The payout that a subject is shown with: its newest. */
export function newestPayout(payouts: readonly Payout[]): Payout | null {
  return payouts.reduce<Payout | null>(
    (newest, each) => (newest && !isNewer(each, newest) ? newest : each),
    null,
  );
}

const isNewer = (a: Payout, b: Payout): boolean =>
  a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id);

/** Refuses, with the time, while one of the payouts can still pay. */
export function noPayoutOpen(payouts: readonly Payout[]): Result<null> {
  const open = openPayoutAmong(payouts);
  return open ? refuse('PAYOUT_OPEN', { possibleAt: possibleAt(open, open.expiresAt) }) : ok(null);
}

/** Estimated time from the advance of a payout's nonce until that is finalized and seen. */
export const WITHDRAWAL_MS = 30 * SECOND_MS;

/** When something is possible that waits for a payout; null for one made outside, whose time is unknown. */
function possibleAt(payout: Payout, at: Instant): string | null {
  return awaitsOutside(payout) ? null : iso(at);
}

/** Marks a payout for withdrawal; until its nonce has moved on it may still land. */
export function withdrawn(payout: Payout): Payout {
  return { ...payout, isWithdrawing: true };
}

/** Estimated end of a withdrawal that begins now. */
export function withdrawalEnd(now: Instant): Instant {
  return after(now, WITHDRAWAL_MS);
}

/** Refuses until a payout is over that is withdrawn, or becomes final, from now on. */
export function payoutStillOpen(now: Instant): Refused {
  return refuse('PAYOUT_OPEN', { possibleAt: iso(withdrawalEnd(now)) });
}

/** Whether a payout waits to be made outside: the server cannot keep it from landing. */
export function awaitsOutside({
  status,
  isOutside,
}: Pick<Payout, 'status' | 'isOutside'>): boolean {
  return isOutside && status === 'awaiting-signature';
}

/** Whether a payout is to be withdrawn: it was asked for, or the payout has expired. */
export function isToWithdraw(payout: Payout, now: Instant): boolean {
  const { isWithdrawing, expiresAt } = payout;
  return isWithdrawing || (now >= expiresAt && !awaitsOutside(payout));
}

/** Time in which the owner's wallet can sign a transaction. */
export const SIGNING_MS = 15 * MINUTE_MS;
/** Time for which a signed transaction is resent before it is withdrawn. */
const LANDING_MS = 2 * MINUTE_MS;

/** When a payout expires that is made, or signed, now. */
export function payoutExpiry(
  { signature, isOutside }: Pick<Payout, 'signature' | 'isOutside'>,
  now: Instant,
): Instant {
  if (isOutside) return after(now, SELL_ANSWER_MS);
  return after(now, signature === null ? SIGNING_MS : LANDING_MS);
}
