import type { Lamports } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { Payout } from './payout.ts';
import {
  type Consequence,
  noConsequence,
  whenMade,
  whenPaid,
  whenSigned,
  whenUndone,
} from './payout-consequence.ts';
import { type PayoutSubject, nextPayoutStep } from './payout-subject.ts';
import { type PayoutClaim, type TreasuryBalances, canPay, purseOf } from './purse.ts';

/** What every step of a payout is decided on. */
export interface PayoutFacts {
  readonly subject: PayoutSubject;
  /** All payouts of the subject. */
  readonly payouts: readonly Payout[];
  /** What payouts of all subjects take of the balances that a new payout is held against. */
  readonly claims: readonly PayoutClaim[];
  readonly now: Instant;
}

/** What a step writes: payouts as they stand from now on, and what follows for their subject. */
export interface PayoutChanges extends Omit<Consequence, 'subject'> {
  readonly payouts: readonly Payout[];
}

/** Where a subject and its payout stand, by a decision that changes them. */
export interface ChangedPayout {
  readonly subject: PayoutSubject;
  readonly payout: Payout;
  readonly changes: PayoutChanges;
}

/** The same of a decision that may change nothing. */
export type DecidedPayout =
  | ChangedPayout
  | { readonly subject: PayoutSubject; readonly payout: Payout | null; readonly changes: null };

const unchanged = ({ subject }: PayoutFacts, payout: Payout | null): DecidedPayout => ({
  subject,
  payout,
  changes: null,
});

function changed(
  payout: Payout,
  { subject, ...consequence }: Consequence,
  ...others: readonly Payout[]
): ChangedPayout {
  return { subject, payout, changes: { ...consequence, payouts: [...others, payout] } };
}

/** A payout whose transaction was made, and the balances that it is held against. */
export interface MadePayout {
  readonly payout: Payout;
  readonly balances: TreasuryBalances;
  /** What the treasury's account must keep. */
  readonly rent: Lamports;
}

/** Reserves a payout, unless another was stored meanwhile: that one is then the answer. */
export function reservePayout(
  facts: PayoutFacts,
  { payout, balances, rent }: MadePayout,
  notes: string | null,
): Result<DecidedPayout> {
  const step = nextPayoutStep(facts, false);
  if (!step.ok) return step;
  if (step.value.kind !== 'make') return ok(unchanged(facts, step.value.payout));
  const able = canPay(purseOf(balances, facts.claims), rent, payout);
  if (!able.ok) return able;
  const made = whenMade(facts.subject, { payout, now: facts.now, notes });
  return made.ok ? ok(changed(payout, made.value)) : made;
}

/** What is stored of a signed transaction; no bytes where only its signature is known. */
export type SignedBytes = Pick<Payout, 'signed' | 'signature'>;

/** Takes the transaction back that the owner's wallet has signed; repeated, it changes nothing. */
export function takeSignedPayout(
  facts: PayoutFacts,
  { id, bytes, notes }: { readonly id: string; bytes: SignedBytes; notes: string | null },
): Result<DecidedPayout> {
  const payout = facts.payouts.find((each) => each.id === id);
  if (payout?.status === 'sent' || payout?.status === 'finalized') {
    return ok(unchanged(facts, payout));
  }
  if (payout?.status !== 'awaiting-signature') return refuse('PAYOUT_EXPIRED');
  const signed = whenSigned(facts.subject, { now: facts.now, notes });
  if (!signed.ok) return signed;
  return ok(changed({ ...payout, ...bytes, status: 'sent' }, signed.value));
}

/** The payout where it still stands as it was seen; null where it has moved on. */
function stillAs({ payouts }: PayoutFacts, seen: Payout): Payout | null {
  const same = payouts.find(({ id }) => id === seen.id);
  return same?.status === seen.status && same.signature === seen.signature ? same : null;
}

/** The transaction was seen under a signature that is not stored: from now on it is followed by that one. */
export function adoptPayout(
  facts: PayoutFacts,
  seen: Payout,
  signature: string,
): Result<DecidedPayout> {
  const payout = stillAs(facts, seen);
  if (!payout) return ok(unchanged(facts, seen));
  const sent: Payout = { ...payout, status: 'sent', signed: null, signature };
  if (payout.status === 'sent') return ok(changed(sent, noConsequence(facts.subject)));
  const signed = whenSigned(facts.subject, { now: facts.now, notes: null });
  return signed.ok ? ok(changed(sent, signed.value)) : signed;
}

/** How a payout ends. */
export type PayoutEnd =
  | { readonly status: 'finalized' | 'expired' }
  | { readonly status: 'failed'; readonly err: string };

/** Ends a payout, once, and with it what it was for. */
export function endPayout(facts: PayoutFacts, seen: Payout, end: PayoutEnd): DecidedPayout {
  const payout = stillAs(facts, seen);
  if (!payout) return unchanged(facts, seen);
  const { subject, now } = facts;
  const err = end.status === 'failed' ? end.err : null;
  const ended: Payout = { ...payout, status: end.status, settledAt: now, err };
  const follows =
    end.status === 'finalized' ? whenPaid(subject, now) : whenUndone(subject, payout, now);
  return changed(ended, follows);
}

/** After so many transactions of a request that never landed, the owner is asked again. */
export const ATTEMPTS_MAX = 5;

/** What becomes of a payout that has expired without a trace. */
export function afterExpiry(
  { payouts }: Pick<PayoutFacts, 'payouts'>,
  { purpose, status }: Payout,
  canSign: boolean,
): 'end' | 'give up' | 'replace' {
  if (purpose !== 'sell' || status !== 'sent' || !canSign) return 'end';
  return expiredSinceFailure(payouts) < ATTEMPTS_MAX ? 'replace' : 'give up';
}

/** How many payouts of a subject have expired since one of them last failed. */
function expiredSinceFailure(payouts: readonly Payout[]): number {
  const failures = payouts.filter(({ status }) => status === 'failed');
  return payouts.filter(
    ({ status, createdAt }) =>
      status === 'expired' && failures.every((failure) => createdAt > failure.createdAt),
  ).length;
}

/** Stores another payout of an approved request in place of an expired one, or fails that one for good. */
export function replacePayout(
  facts: PayoutFacts,
  seen: Payout,
  { payout, balances, rent }: MadePayout,
): DecidedPayout {
  const old = stillAs(facts, seen);
  if (!old) return unchanged(facts, seen);
  const { subject, now } = facts;
  if (subject.purpose !== 'sell' || subject.sell.status !== 'approved') {
    return endPayout(facts, seen, { status: 'failed', err: 'SELL_DECIDED' });
  }
  const expired: Payout = { ...old, status: 'expired', settledAt: now };
  const claims = facts.claims.map((claim) => (claim.id === old.id ? expired : claim));
  const able = canPay(purseOf(balances, claims), rent, payout);
  if (!able.ok) return endPayout(facts, seen, { status: 'failed', err: able.refusal.code });
  return changed(payout, noConsequence(subject), expired);
}
