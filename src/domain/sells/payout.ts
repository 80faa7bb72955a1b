import type { Amount, Lamports, PayToken } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { FINALITY_SLOTS, SLOT_MS } from '../terms/terms.ts';
import { type Instant, after, iso } from '../base/time.ts';

/** What a payout is for: a sell request, an unmatched deposit's way back, or fee credit's. */
export type PayoutPurpose = 'sell' | 'deposit' | 'credit';
/** 'expired' never landed and never will: only then is another transaction made. */
export type PayoutStatus = 'awaiting-signature' | 'sent' | 'finalized' | 'failed' | 'expired';

/** One transaction out of the treasury, from its making to its end. */
export interface Payout {
  readonly id: string;
  readonly purpose: PayoutPurpose;
  /** Id of the request, the deposit, or the user whose credit goes back. */
  readonly subject: string;
  /** Null for a deposit of nobody known. */
  readonly userId: string | null;
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
  readonly receiver: string;
  readonly status: PayoutStatus;
  /** The transaction as it was built, unsigned; base64. */
  readonly built: string;
  readonly signed: string | null;
  readonly signature: string | null;
  readonly lastValidBlockHeight: number;
  readonly builtSlot: number;
  readonly costs: Lamports;
  readonly createdAt: Instant;
  /** By when it will have landed or expired, as far as can be told. */
  readonly expiresAt: Instant;
  readonly settledAt: Instant | null;
  /** The chain's error where it landed with one. */
  readonly err: string | null;
}

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
export function noPayoutUnderWay(payouts: readonly Payout[]): Result<null> {
  const open = openPayoutAmong(payouts);
  return open ? refuse('PAYOUT_UNDER_WAY', { possibleAt: iso(open.expiresAt) }) : ok(null);
}

/** Slots for which a blockhash is good. */
const BLOCKHASH_SLOTS = 150;

/** When a transaction that is built now has expired at finalized commitment: an estimate to tell people. */
export function payoutExpiry(builtAt: Instant): Instant {
  return after(builtAt, (BLOCKHASH_SLOTS + FINALITY_SLOTS) * SLOT_MS);
}
