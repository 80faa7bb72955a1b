import { type Amount, type Lamports, type PayToken, add } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { FINALITY_SLOTS, SELL_ANSWER_MS, SLOT_MS } from '../terms/terms.ts';
import { type Instant, MINUTE_MS, SECOND_MS, after, iso } from '../base/time.ts';

/** What a payout is for: a sell request, an unmatched deposit's way back, or fee credit's. */
export type PayoutPurpose = 'sell' | 'deposit' | 'credit';
/** 'withdrawn' never landed and never will: only then is another transaction made. */
export type PayoutStatus = 'awaiting-signature' | 'sent' | 'finalized' | 'failed' | 'withdrawn';

/** A durable nonce: an account on the chain, and the value that it holds until it is used. */
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
  /** What it can land with, once; null for a transaction with a blockhash. */
  readonly nonce: Nonce | null;
  /** Of a transaction with a blockhash; null for one with a nonce, which does not expire by itself. */
  readonly lastValidBlockHeight: number | null;
  /** As far as the chain had come when it was built: it cannot have landed before. */
  readonly builtSlot: number;
  readonly costs: Lamports;
  readonly createdAt: Instant;
  /** By when it should have landed: a blockhash is over by then, and a nonce is withdrawn from then on. */
  readonly expiresAt: Instant;
  /** Why it is to come to nothing: a cancellation or rejection asked for it, or a wallet altered it. */
  readonly withdrawing: 'asked' | 'altered' | null;
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

/** How long it takes, about, until a payout is over that is withdrawn by using its nonce up. */
const WITHDRAWAL_MS = 30 * SECOND_MS;

/** When something is possible that waits for a payout; null for one made outside, whose time is unknown. */
function possibleAt(payout: Payout, at: Instant): string | null {
  return awaitsOutside(payout) ? null : iso(at);
}

/** Marks a payout as one that is to come to nothing; it may still land before it is over. */
export function withdrawn(payout: Payout, why: NonNullable<Payout['withdrawing']>): Payout {
  return { ...payout, withdrawing: payout.withdrawing ?? why };
}

/** When a payout that is withdrawn now will be over, about. */
export function overAt({ nonce, expiresAt }: Payout, now: Instant): Instant {
  return nonce === null ? expiresAt : after(now, WITHDRAWAL_MS);
}

/** Whether a wallet has altered what it was to sign: it gets a blockhash the next time. */
export function needsBlockhash(payouts: readonly Payout[]): boolean {
  return payouts.some(({ withdrawing }) => withdrawing === 'altered');
}

/** Whether a payout waits to be made outside: the server cannot keep it from landing. */
export function awaitsOutside({
  status,
  isOutside,
}: Pick<Payout, 'status' | 'isOutside'>): boolean {
  return isOutside && status === 'awaiting-signature';
}

/** Whether a payout is to be withdrawn: a user or the owner asked for it, or its time to land is over. */
export function isToWithdraw(payout: Payout, now: Instant): boolean {
  const { withdrawing, expiresAt } = payout;
  return withdrawing !== null || (now >= expiresAt && !awaitsOutside(payout));
}

/** Slots for which a blockhash is good. */
const BLOCKHASH_SLOTS = 150;
/** How long the owner's wallet has to sign a transaction with a nonce. */
const SIGNING_MS = 15 * MINUTE_MS;
/** How long a signed transaction with a nonce is sent again before it makes way for another. */
const LANDING_MS = 2 * MINUTE_MS;

/** Until when a transaction may land that is built now; of a blockhash an estimate, to tell people. */
export function payoutExpiry(
  { nonce, signature, isOutside }: Pick<Payout, 'nonce' | 'signature' | 'isOutside'>,
  now: Instant,
  slotMs = SLOT_MS,
): Instant {
  if (isOutside) return after(now, SELL_ANSWER_MS);
  if (nonce === null) return after(now, (BLOCKHASH_SLOTS + FINALITY_SLOTS) * slotMs);
  return after(now, signature === null ? SIGNING_MS : LANDING_MS);
}
