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
import { type FoundPayment, withPayment } from './payout-attempts.ts';
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
import type { RecentPayout } from './payout-daily-limit.ts';
import { type NonceHolder, heldNonces } from './payout-nonces.ts';
import {
  type PayoutContext,
  type PayoutSubject,
  nextPayoutStep,
  owedToOthers,
  currentSubject,
} from './payout-subject.ts';
import {
  type PayoutClaim,
  type ReadBalances,
  canPay,
  payoutBudgetAsRead,
} from './payout-budget.ts';

/** Inputs of every step of a payout. */
export interface PayoutFacts extends PayoutContext {
  /**
   * Payouts of all subjects that can still pay, or ended within a day. They may hold treasury money or
   * nonces, or count towards the daily limit.
   */
  readonly lately: readonly (PayoutClaim & RecentPayout & NonceHolder)[];
  /** Amounts owed in SOL and USDC, because a payout must not use what is owed to others. */
  readonly owed: OwedTokens;
  /** Today's SOL price. */
  readonly sol: UsdPrice;
  /** Payouts that the named transaction has paid, or that are tracked by its signature. */
  readonly paidBy: readonly Payout[];
}

/** Returns the SOL price for charging rent: the price that a sell request fixed, otherwise today's. */
export function rentPriceOf({ subject, sol }: Pick<PayoutFacts, 'subject' | 'sol'>): UsdPrice {
  return subject.purpose === 'sell' ? subject.sell.prices.sol : sol;
}

/** Writes of a step: the changed payouts, and the effects on their subject. */
export interface PayoutChanges extends Omit<Consequence, 'subject'> {
  readonly payouts: readonly Payout[];
}

/** Subject and payout after a decision that changes them. */
export interface ChangedPayout {
  readonly subject: PayoutSubject;
  readonly payout: Payout;
  readonly changes: PayoutChanges;
}

/** Subject and payout after a decision; `changes` is null if nothing changes. */
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

/** Payout whose transaction was made, or that is finalized because its payment was found on the chain. */
export interface MadePayout {
  readonly payout: Payout;
  /** Balances to check the payout against, and the treasury's rent; null for a found payment. */
  readonly against: { readonly read: ReadBalances; readonly rent: Lamports } | null;
}

const isAffordable = (
  { payout, against }: MadePayout,
  others: readonly PayoutClaim[],
  owed: OwedTokens,
): Result<null> =>
  against ? canPay(payoutBudgetAsRead(against.read, others, owed), against.rent, payout) : ok(null);

/** Reserves a payout. If another was stored meanwhile, returns that one instead. */
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
  const subject = currentSubject(facts.subject, facts.payouts);
  const become = payout.status === 'finalized' ? whenFound : whenMade;
  const follows = become(subject, { payout, now: facts.now, notes });
  return follows.ok ? ok(changed(payout, follows.value)) : follows;
}

const isNonceHeld = ({ nonce }: Payout, others: readonly NonceHolder[]): boolean =>
  nonce !== null && heldNonces(others).has(nonce.account);

/** Signed transaction to store; `signed` is null if only its payment is known. */
export type SignedBytes = FoundPayment & Pick<Payout, 'signed'>;

/** Takes the transaction that the owner's wallet has signed. Changes nothing if repeated. */
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
  const taken = { ...withPayment(payout, bytes), signed: bytes.signed };
  const expiresAt = payoutExpiry(taken, now);
  return ok(changed({ ...taken, status: 'sent', expiresAt }, signed.value));
}

/** Withdraws a payout altered by the owner's wallet: without the server's signature it cannot land. */
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

/** Returns the stored payout if it is unchanged since it was seen, otherwise null. */
function stillAs({ payouts }: PayoutFacts, seen: Payout): Payout | null {
  const same = payouts.find(({ id }) => id === seen.id);
  return same?.status === seen.status && same.signature === seen.signature ? same : null;
}

/** Follows a payout by the signature of a payment that was found, in place of the stored one. */
export function adoptPayout(
  facts: PayoutFacts,
  seen: Payout,
  found: FoundPayment,
): Result<DecidedPayout> {
  const payout = stillAs(facts, seen);
  if (!payout) return ok(unchanged(facts, seen));
  const sent: Payout = { ...withPayment(payout, found), status: 'sent', signed: null };
  if (payout.status === 'sent') return ok(changed(sent, noConsequence(facts.subject)));
  const signed = whenSigned(facts.subject, { now: facts.now, notes: null });
  return signed.ok ? ok(changed(sent, signed.value)) : signed;
}

/** How a payout ends. */
export type PayoutEnd =
  | { readonly status: 'finalized'; readonly landedSlot: number }
  | { readonly status: 'withdrawn' }
  /** `landedSlot` is set if it landed with an error. */
  | { readonly status: 'failed'; readonly err: string; readonly landedSlot?: number };

/** Ends a payout once, and applies the effect on its subject. */
export function endPayout(facts: PayoutFacts, seen: Payout, end: PayoutEnd): DecidedPayout {
  const payout = stillAs(facts, seen);
  if (!payout) return unchanged(facts, seen);
  const { subject, now } = facts;
  const ended: Payout = { ...payout, ...end, settledAt: now };
  const follows =
    end.status === 'finalized' ? whenPaid(subject, payout, now) : whenUndone(subject, payout, now);
  return changed(ended, follows);
}

/** Payment from the treasury that the owner named, after its check. */
interface OutsidePayment extends Paid {
  readonly id: string;
  readonly signature: string;
}

/** Settles a payout that was made outside by the checked payment. Changes nothing if repeated. */
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
    ...withPayment(payout, { signature, amount, receiver: payout.receiver }),
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

/** Returns the amount of a transfer that settled no other payout; null if each settled one. */
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

/** Withdraws a payout that waits outside and certainly was not paid; its subject can then be decided again. */
export function withdrawOutside(facts: PayoutFacts, id: string): Result<DecidedPayout> {
  const payout = facts.payouts.find((each) => each.id === id);
  if (!payout) return refuse('NOT_FOUND', { what: 'Payout' });
  if (payout.isOutside && payout.status === 'withdrawn') return ok(unchanged(facts, payout));
  if (!awaitsOutside(payout)) return refuse('PAYOUT_DECIDED', { status: payout.status });
  return ok(endPayout(facts, payout, { status: 'withdrawn' }));
}

/** Number of transactions that never landed after which the owner must decide on a sell request again. */
export const ATTEMPTS_MAX = 5;

/** Returns the next step for a payout that ended without paying. */
export function afterWithdrawal(
  { payouts }: Pick<PayoutFacts, 'payouts'>,
  { purpose, status, isWithdrawing }: Payout,
  canSign: boolean,
): 'end' | 'give up' | 'replace' {
  if (purpose !== 'sell' || status !== 'sent' || isWithdrawing || !canSign) return 'end';
  return withdrawnSinceFailure(payouts) < ATTEMPTS_MAX ? 'replace' : 'give up';
}

/** Returns the number of payouts that never landed since the last failed one. */
function withdrawnSinceFailure(payouts: readonly Payout[]): number {
  const failures = payouts.filter(({ status }) => status === 'failed');
  return payouts.filter(
    ({ status, createdAt }) =>
      status === 'withdrawn' && failures.every((failure) => createdAt > failure.createdAt),
  ).length;
}

/** Replaces a payout that is over. Fails it for good if a new one is impossible. */
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
