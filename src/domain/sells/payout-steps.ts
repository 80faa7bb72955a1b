import type { Amount, Lamports, PayToken, UsdPrice } from '../base/money.ts';
import { type Refused, type Result, ok, refuse } from '../base/result.ts';
import { iso } from '../base/time.ts';
import type { OwedTokens } from './owed-tokens.ts';
import {
  type Payout,
  awaitsOutside,
  isToWithdraw,
  payoutExpiry,
  withdrawalEnd,
  withdrawn,
} from './payout.ts';
import { type FoundPayment, paidBy } from './payout-attempts.ts';
import type { Paid } from './payout-judge.ts';
import {
  type Consequence,
  noConsequence,
  whenFound,
  whenMade,
  whenPaid,
  whenSigned,
  whenUndone,
} from './payout-consequence.ts';
import type { LatePayout } from './payout-limit.ts';
import { type NonceHolder, heldNonces } from './payout-nonces.ts';
import {
  type PayoutStanding,
  type PayoutSubject,
  nextPayoutStep,
  owedToOthers,
  subjectAsItStands,
} from './payout-subject.ts';
import { type PayoutClaim, type ReadBalances, canPay, purseAsRead } from './purse.ts';

/** What every step of a payout is decided on. */
export interface PayoutFacts extends PayoutStanding {
  /**
   * Payouts of all subjects that can still pay, or ended within a day: they may count against the treasury,
   * the nonces and the daily limit.
   */
  readonly lately: readonly (PayoutClaim & LatePayout & NonceHolder)[];
  /** What is owed in SOL and USDC: a payout takes nothing of what is owed to others. */
  readonly owed: OwedTokens;
  /** Today's SOL price. */
  readonly sol: UsdPrice;
  /** Payouts that were paid by the transaction which the owner names, or are followed by it. */
  readonly paidBy: readonly Payout[];
}

/** The SOL price at which a payout is charged with rent: the one that a request fixed, or today's. */
export function rentPriceOf({ subject, sol }: Pick<PayoutFacts, 'subject' | 'sol'>): UsdPrice {
  return subject.purpose === 'sell' ? subject.sell.prices.sol : sol;
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

/** A payout whose transaction was made, or one that is finalized because its payment was found on the chain. */
export interface MadePayout {
  readonly payout: Payout;
  /** Balances that the payout is checked against, and rent that the treasury keeps; null for a payment that was found. */
  readonly against: { readonly read: ReadBalances; readonly rent: Lamports } | null;
}

const isAffordable = (
  { payout, against }: MadePayout,
  others: readonly PayoutClaim[],
  owed: OwedTokens,
): Result<null> =>
  against ? canPay(purseAsRead(against.read, others, owed), against.rent, payout) : ok(null);

/** Reserves a payout, unless another was stored meanwhile: that one is then the answer. */
export function reservePayout(
  facts: PayoutFacts,
  made: MadePayout,
  notes: string | null,
): Result<DecidedPayout> {
  const { payout } = made;
  const step = nextPayoutStep(facts, false, payout.receiver);
  if (!step.ok) return step;
  if (step.value.kind !== 'make') return ok(unchanged(facts, step.value.payout));
  if (isNonceHeld(payout, facts.lately)) return refuse('CONFLICT');
  const able = isAffordable(made, facts.lately, owedToOthers(facts.owed, facts.subject));
  if (!able.ok) return able;
  const subject = subjectAsItStands(facts.subject, facts.payouts);
  const become = payout.status === 'finalized' ? whenFound : whenMade;
  const follows = become(subject, { payout, now: facts.now, notes });
  return follows.ok ? ok(changed(payout, follows.value)) : follows;
}

const isNonceHeld = ({ nonce }: Payout, others: readonly NonceHolder[]): boolean =>
  nonce !== null && heldNonces(others).has(nonce.account);

/** What is stored of a signed transaction; no bytes where only its payment is known. */
export type SignedBytes = FoundPayment & Pick<Payout, 'signed'>;

/** Takes the transaction back that the owner's wallet has signed; repeated, it changes nothing. */
export function takeSignedPayout(
  facts: PayoutFacts,
  { id, bytes, notes }: { readonly id: string; bytes: SignedBytes; notes: string | null },
): Result<DecidedPayout> {
  const payout = facts.payouts.find((each) => each.id === id);
  if (payout?.status === 'sent' || payout?.status === 'finalized') {
    return ok(unchanged(facts, payout));
  }
  if (payout?.status !== 'awaiting-signature' || isToWithdraw(payout, facts.now)) {
    return refuse('PAYOUT_EXPIRED');
  }
  const { now } = facts;
  const signed = whenSigned(facts.subject, { now, notes });
  if (!signed.ok) return signed;
  const taken = { ...paidBy(payout, bytes), signed: bytes.signed };
  const expiresAt = payoutExpiry(taken, now);
  return ok(changed({ ...taken, status: 'sent', expiresAt }, signed.value));
}

/** Withdraws a payout whose transaction the owner's wallet altered: without the server's signature it cannot land. */
export function withdrawAltered(
  facts: PayoutFacts,
  seen: Payout,
): { readonly refusal: Refused; readonly changes: PayoutChanges | null } {
  const payout = stillAs(facts, seen);
  const possibleAt = iso(withdrawalEnd(facts.now));
  const refusal = refuse('PAYOUT_ALTERED', { possibleAt });
  if (payout?.status !== 'awaiting-signature' || payout.isWithdrawing) {
    return { refusal, changes: null };
  }
  const { changes } = changed(withdrawn(payout), noConsequence(facts.subject));
  return { refusal, changes };
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
  found: FoundPayment,
): Result<DecidedPayout> {
  const payout = stillAs(facts, seen);
  if (!payout) return ok(unchanged(facts, seen));
  const sent: Payout = { ...paidBy(payout, found), status: 'sent', signed: null };
  if (payout.status === 'sent') return ok(changed(sent, noConsequence(facts.subject)));
  const signed = whenSigned(facts.subject, { now: facts.now, notes: null });
  return signed.ok ? ok(changed(sent, signed.value)) : signed;
}

/** How a payout ends. */
export type PayoutEnd =
  | { readonly status: 'finalized'; readonly landedSlot: number }
  | { readonly status: 'withdrawn' }
  /** Of a slot where it landed with an error. */
  | { readonly status: 'failed'; readonly err: string; readonly landedSlot?: number };

/** Ends a payout, once, and with it what it was for. */
export function endPayout(facts: PayoutFacts, seen: Payout, end: PayoutEnd): DecidedPayout {
  const payout = stillAs(facts, seen);
  if (!payout) return unchanged(facts, seen);
  const { subject, now } = facts;
  const ended: Payout = { ...payout, ...end, settledAt: now };
  const follows =
    end.status === 'finalized' ? whenPaid(subject, payout, now) : whenUndone(subject, payout, now);
  return changed(ended, follows);
}

/** A payment out of the treasury that the owner names, as it was judged. */
interface OutsidePayment extends Paid {
  readonly id: string;
  readonly signature: string;
}

/** Settles a payout that was made outside, by the payment that was judged to be it; repeated, it changes nothing. */
export function settleOutside(
  facts: PayoutFacts,
  { id, signature, slot, amounts }: OutsidePayment,
): Result<DecidedPayout> {
  const payout = facts.payouts.find((each) => each.id === id);
  if (!payout) return refuse('NOT_FOUND', { what: 'Payout' });
  if (payout.status === 'finalized' && payout.signature === signature) {
    return ok(unchanged(facts, payout));
  }
  if (!awaitsOutside(payout)) return refuse('PAYOUT_DECIDED', { status: payout.status });
  const amount = unusedOf(amounts, facts.paidBy.filter(isToSameWallet(payout)));
  if (amount === null) return refuse('SIGNATURE_USED');
  const { now } = facts;
  const signed = whenSigned(facts.subject, { now, notes: null });
  if (!signed.ok) return signed;
  const paid: Payout = {
    ...paidBy(payout, { signature, amount, receiver: payout.receiver }),
    status: 'finalized',
    settledAt: now,
    landedSlot: slot,
  };
  return ok(changed(paid, whenPaid(signed.value.subject, paid, now)));
}

const isToSameWallet =
  ({ token, receiver }: Payout) =>
  (other: Payout): boolean =>
    other.token === token && other.receiver === receiver;

/** The amount of a transfer in the transaction that settled no other payout; null if each settled one. */
function unusedOf(
  amounts: readonly Amount<PayToken>[],
  others: readonly Payout[],
): Amount<PayToken> | null {
  const left = [...amounts];
  for (const { amount } of others) {
    const at = left.indexOf(amount);
    if (at >= 0) left.splice(at, 1);
  }
  return left[0] ?? null;
}

/** Gives up a payout that waits outside and surely was not paid: its subject is the owner's to decide again. */
export function withdrawOutside(facts: PayoutFacts, id: string): Result<DecidedPayout> {
  const payout = facts.payouts.find((each) => each.id === id);
  if (!payout) return refuse('NOT_FOUND', { what: 'Payout' });
  if (payout.isOutside && payout.status === 'withdrawn') return ok(unchanged(facts, payout));
  if (!awaitsOutside(payout)) return refuse('PAYOUT_DECIDED', { status: payout.status });
  return ok(endPayout(facts, payout, { status: 'withdrawn' }));
}

/** After so many transactions of a request that never landed, the owner is asked again. */
export const ATTEMPTS_MAX = 5;

/** What becomes of a payout that is over without having paid. */
export function afterWithdrawal(
  { payouts }: Pick<PayoutFacts, 'payouts'>,
  { purpose, status, isWithdrawing }: Payout,
  canSign: boolean,
): 'end' | 'give up' | 'replace' {
  if (purpose !== 'sell' || status !== 'sent' || isWithdrawing || !canSign) return 'end';
  return withdrawnSinceFailure(payouts) < ATTEMPTS_MAX ? 'replace' : 'give up';
}

/** How many payouts of a subject never landed since one of them last failed. */
function withdrawnSinceFailure(payouts: readonly Payout[]): number {
  const failures = payouts.filter(({ status }) => status === 'failed');
  return payouts.filter(
    ({ status, createdAt }) =>
      status === 'withdrawn' && failures.every((failure) => createdAt > failure.createdAt),
  ).length;
}

/** Stores another payout of an approved request in place of one that is over, or fails that one for good. */
export function replacePayout(facts: PayoutFacts, seen: Payout, made: MadePayout): DecidedPayout {
  const { payout } = made;
  const old = stillAs(facts, seen);
  if (!old) return unchanged(facts, seen);
  const { subject, now } = facts;
  if (subject.purpose !== 'sell' || subject.sell.status !== 'approved') {
    return endPayout(facts, seen, { status: 'failed', err: 'SELL_DECIDED' });
  }
  const over: Payout = { ...old, status: 'withdrawn', settledAt: now };
  const others = facts.lately.map((each) => (each.id === old.id ? over : each));
  if (isNonceHeld(payout, others)) return unchanged(facts, seen);
  const able = isAffordable(made, others, facts.owed);
  if (!able.ok) return endPayout(facts, seen, { status: 'failed', err: able.refusal.code });
  return changed(payout, noConsequence(subject), over);
}
