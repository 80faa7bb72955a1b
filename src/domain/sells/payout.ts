import type { Amount, Lamports, PayToken, Usdc } from '../base/money.ts';
import { formatAmount, max } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { FINALITY_SLOTS, SLOT_MS } from '../terms/terms.ts';
import { type Instant, after } from '../base/time.ts';

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

/** Whether a payout can still pay. */
export function isOpenPayout({ status }: Pick<Payout, 'status'>): boolean {
  return status === 'awaiting-signature' || status === 'sent';
}

/** Slots for which a blockhash is good. */
const BLOCKHASH_SLOTS = 150;

/** When a transaction that is built now has expired at finalized commitment: an estimate to tell people. */
export function payoutExpiry(builtAt: Instant): Instant {
  return after(builtAt, (BLOCKHASH_SLOTS + FINALITY_SLOTS) * SLOT_MS);
}

/** What the treasury has, what of it is spoken for, and what an account must keep. */
export interface Purse {
  readonly lamports: Lamports;
  readonly usdc: Usdc;
  /** Amounts of payouts under way, and their costs. */
  readonly openLamports: Lamports;
  readonly openUsdc: Usdc;
  readonly openCosts: Lamports;
  readonly rent: Lamports;
}

/** Whether the treasury can pay: finalized balance less open payouts, rent and fees. */
export function canPay(
  purse: Purse,
  { token, amount, costs }: Pick<Payout, 'token' | 'amount' | 'costs'>,
): Result<null> {
  const kept = purse.rent + purse.openCosts + costs;
  const lamports = max(0n, purse.lamports - purse.openLamports - kept);
  const usdc = max(0n, purse.usdc - purse.openUsdc);
  const available = token === 'SOL' ? lamports : usdc;
  if (amount > available) return short(token, available, amount);
  // A payout in USDC needs lamports for its fees alone.
  const forCosts = max(0n, purse.lamports - purse.openLamports - purse.rent - purse.openCosts);
  return costs > forCosts ? short('SOL', forCosts, costs) : ok(null);
}

function short(token: PayToken, available: bigint, required: bigint): Result<null> {
  return refuse('TREASURY_SHORT', {
    token,
    available: formatAmount(token, available as Amount<PayToken>),
    required: formatAmount(token, required as Amount<PayToken>),
  });
}
