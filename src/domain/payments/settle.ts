import { type Bond, type Payment, announceBond, confirmBond, priceRest } from '../bonds/bond.ts';
import { type Change, followedBy, unchanged } from '../base/change.ts';
import type { Refusal } from '../base/errors.ts';
import { type Lmt, sub } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, MINUTE_MS, after, iso } from '../base/time.ts';
import type { InForce } from '../terms/terms-in-force.ts';
import { type MarketPrice, pricesForPayment } from '../terms/price.ts';
import { offPeg } from '../terms/peg.ts';
import { settingsAt } from '../terms/terms.ts';
import { listDeposit } from './unmatched-deposit.ts';
import { refundItem, refundNote } from './refund-item.ts';
import { creditFee } from './fee-payment.ts';
import {
  type ListedDeposit,
  type NewPayment,
  type ProvenPayment,
  type UsedPayment,
  isBeforeStart,
  isDust,
  openDeposit,
  usedFor,
} from './payment.ts';
import {
  type StoredQuote,
  checkBond,
  isPartlyUnquoted,
  priceBond,
  quoteNamedBy,
} from '../bonds/quote.ts';
import { checkSupply } from '../bonds/supply.ts';

/** Posted by its payer, seen finalized by the watcher, or due after the payer's grace period. */
export type Stage = 'posted' | 'seen' | 'due';

/** Facts for the settlement of a payment. */
export interface PaymentFacts {
  readonly now: Instant;
  /** Payer; null if no user has that wallet. */
  readonly userId: string | null;
  /** Earlier use of the payment; null if unused. */
  readonly used: UsedPayment | null;
  /** Bonds of the payer that wait for a payment, name this one, or were made of it. */
  readonly bonds: readonly Bond[];
  /** Bond quotes of any user that the transaction names. */
  readonly quotes: readonly StoredQuote[];
  /** True if the transaction names a fee quote of the payer. */
  readonly namesFeeQuote: boolean;
  /** SOL prices around block time, oldest first. */
  readonly sol: readonly MarketPrice[];
  /** USDC price at block time; null if none was stored by then. */
  readonly usdc: MarketPrice | null;
  readonly issued: Lmt;
  /** Payments up to this slot are ignored; null if the watcher has not started. */
  readonly startedSlot: number | null;
}

export interface SettleRequest {
  readonly payment: ProvenPayment;
  readonly stage: Stage;
  readonly isStaticFeed: boolean;
  /** Ids for new rows. */
  readonly ids: { readonly payment: string; readonly bond: string; readonly deposit: string };
}

/** Result of the settlement of a payment. */
export type Settled =
  | { readonly kind: 'bond'; readonly bond: Bond; readonly isNew: boolean }
  /** Cannot become a bond. It is an unmatched deposit as soon as it is final. */
  | { readonly kind: 'unmatched'; readonly why: Refusal }
  /** Used for something else. */
  | { readonly kind: 'used'; readonly why: Refusal }
  /** Made before the first start. */
  | { readonly kind: 'early'; readonly why: Refusal }
  /** Waits for a fresh SOL price, and keeps the quote that it names. */
  | { readonly kind: 'unpriced'; readonly reference: string | null }
  /** Unexpected dust: recorded as a movement, but not refundable. */
  | { readonly kind: 'dust' }
  /** Waits to be announced by its payer, or for the watcher to start. */
  | { readonly kind: 'waits' };

/** True if a payment, or a part of it, has to be settled again later. */
export function isWaiting(settled: Settled): boolean {
  if (settled.kind === 'bond') return settled.bond.unpriced > 0n;
  return settled.kind === 'unpriced' || settled.kind === 'waits';
}

interface SettleChanges extends Pick<Change<unknown>, 'journals' | 'items'> {
  readonly payments?: readonly NewPayment[];
  readonly bonds?: readonly Bond[];
  readonly quotes?: readonly StoredQuote[];
  readonly deposits?: readonly ListedDeposit[];
  /** True for an unmatched deposit, which belongs to no user. */
  readonly noUser?: true;
}

export interface SettleDecision {
  readonly settled: Settled;
  /** Null if nothing changes. */
  readonly changes: SettleChanges | null;
}

const only = (settled: Settled): SettleDecision => ({ settled, changes: null });
const USED: Settled = { kind: 'used', why: refuse('SIGNATURE_USED').refusal };
const EARLY = { kind: 'early', why: refuse('DEPOSIT_BEFORE_START').refusal } as const;

/** Age of a payment that the watcher or its payer should have reported. */
const LISTED_AFTER_MS = 10 * MINUTE_MS;

/** Lists a payment by the owner that the watcher did not take: made before the first start, or missed. */
export function listPayment(
  { now, used }: Pick<PaymentFacts, 'now' | 'used'>,
  { payment, ids }: Pick<SettleRequest, 'payment' | 'ids'>,
): Result<SettleChanges & { readonly deposits: readonly [ListedDeposit] }> {
  if (used) return refuse('SIGNATURE_USED');
  const possibleAt = after(payment.blockTime, LISTED_AFTER_MS);
  if (now < possibleAt) return refuse('DEPOSIT_EXPECTED', { possibleAt: iso(possibleAt) });
  return ok(asDeposit({ payment, ids }));
}

/**
 * Settles a proven payment once: as its payer's fee credit, an announced bond, a new bond, or else an unmatched
 * deposit.
 */
export function settlePayment(
  facts: PaymentFacts,
  request: SettleRequest,
  inForce: InForce,
): SettleDecision {
  const { userId, used, startedSlot } = facts;
  const { payment, stage } = request;
  if (used) return usedOf(facts, asUsed(used, facts.bonds), { ...request, inForce });
  if (startedSlot === null) return only({ kind: 'waits' });
  // A payment that waited was seen after the start; the slot may belong to a newer treasury address.
  const hasWaited = stage === 'due' && payment.payer !== null;
  if (!hasWaited && isBeforeStart(payment, startedSlot)) return only(EARLY);
  if (stage !== 'posted' && isUnexpectedDust(facts, payment)) return only({ kind: 'dust' });
  if (userId === null) {
    if (stage === 'seen') return only({ kind: 'waits' });
    return unmatched(request, refuse('NOT_FOUND', { what: 'User' }).refusal);
  }
  const paid: Payment = { ...payment, payerUserId: userId };
  const quote = quoteNamedBy(facts.quotes, paid);
  const isFee = quote === null && payment.token === 'SOL' && facts.namesFeeQuote;
  if (stage === 'seen' && !isExpected(facts, payment)) return only({ kind: 'waits' });
  if (isFee) return feeOf(userId, request);
  return bondOf(facts, { paid, quote, request }, inForce);
}

type Expecting = Pick<PaymentFacts, 'userId' | 'used' | 'bonds' | 'quotes' | 'namesFeeQuote'>;

/** True if a payment is unused dust, without a quote or posted bond of its payer. */
export function isUnexpectedDust(facts: Expecting, payment: ProvenPayment): boolean {
  return isDust(payment) && facts.used === null && !isExpected(facts, payment);
}

/** True if a quote or posted bond of its payer names the payment. */
function isExpected({ userId, quotes, bonds, namesFeeQuote }: Expecting, payment: ProvenPayment) {
  if (userId === null) return false;
  const isQuoted = quoteNamedBy(quotes, { ...payment, payerUserId: userId }) !== null;
  const isFee = payment.token === 'SOL' && namesFeeQuote;
  return isQuoted || isFee || bonds.some((bond) => names(bond, payment));
}

/** True if a bond was posted with this payment. A transaction that pays in both tokens makes two bonds. */
const names = (
  { signature, token }: Bond,
  payment: Pick<Payment, 'signature' | 'token'>,
): boolean => signature === payment.signature && token === payment.token;

function asUsed({ purpose, subject }: UsedPayment, bonds: readonly Bond[]): Settled {
  const bond = purpose === 'bond' ? bonds.find(({ id }) => id === subject) : undefined;
  return bond ? { kind: 'bond', bond, isNew: false } : USED;
}

/** Returns the earlier result of a used payment. Prices the unpriced part of its bond if a price is known now. */
function usedOf(
  { now, sol, issued }: PaymentFacts,
  settled: Settled,
  { payment, isStaticFeed, inForce }: SettleRequest & { readonly inForce: InForce },
): SettleDecision {
  if (settled.kind !== 'bond' || !isWaiting(settled)) return only(settled);
  const { bond } = settled;
  const { blockTime } = payment;
  const { prices, isSolKnown } = pricesForPayment({ sol, isStaticFeed, blockTime }, inForce);
  if (!isSolKnown) return only(settled);
  const { next, journals, items } = priceRest(bond, prices, now);
  const rest = sub(next.lmtAmount, bond.lmtAmount);
  const maximum = settingsAt(inForce.terms, now).maxSupply;
  // Without supply it keeps waiting, until the owner raises the supply or refunds the payment.
  if (!checkSupply(rest, { issued, maximum }).ok) return only(settled);
  return { settled: { ...settled, bond: next }, changes: { journals, items, bonds: [next] } };
}

/** Credits a fee payment to the user, to be used by a stake. */
function feeOf(userId: string, { payment, ids }: SettleRequest): SettleDecision {
  const credited = { paymentId: ids.payment, userId, vaultId: null };
  return { settled: USED, changes: { ...creditFee(credited, payment), items: [] } };
}

/** Payment of a known user that is being settled. */
interface Settling {
  readonly request: SettleRequest;
  readonly paid: Payment;
  readonly quote: StoredQuote | null;
}

function bondOf(facts: PaymentFacts, settling: Settling, inForce: InForce): SettleDecision {
  const { now, sol, issued } = facts;
  const { paid, quote, request } = settling;
  const { isStaticFeed, stage, ids } = request;
  const isOffPeg = paid.token === 'USDC' && offPeg(facts.usdc, isStaticFeed) !== null;
  if (isOffPeg && isPartlyUnquoted(paid, quote)) {
    return noBondOf(settling, refuse('DEPOSIT_OFF_PEG').refusal);
  }
  const { blockTime } = paid;
  const known = pricesForPayment({ sol, isStaticFeed, blockTime }, inForce);
  const { lmtAmount, unpriced } = priceBond(paid, quote, known);
  if (unpriced === paid.amount) return unpricedOf(quote, paid);
  const maximum = settingsAt(inForce.terms, now).maxSupply;
  const allowed = checkBond(paid, lmtAmount, { issued, maximum });
  if (!allowed.ok) return noBondOf(settling, allowed.refusal);
  const waiting = bondToFill(facts.bonds, paid, stage);
  const { payerUserId: userId, token, amount, signature } = paid;
  const asked = { id: ids.bond, userId, token, amount };
  const announced = waiting
    ? unchanged(waiting)
    : announceBond({ asked, signature, prices: known.prices, byWatcher: stage === 'due' }, now);
  const { next, journals, items } = followedBy(
    announced,
    confirmBond(announced.next, { payment: paid, lmtAmount, unpriced }),
  );
  return {
    settled: { kind: 'bond', bond: next, isNew: waiting === null },
    changes: {
      journals,
      items,
      bonds: [next],
      payments: [usedFor(request.payment, { id: ids.payment, purpose: 'bond', subject: next.id })],
      ...(quote ? { quotes: [{ ...quote, signature }] } : {}),
    },
  };
}

/** A payment that waits for a fresh price uses up its quote, so that no later payment can. */
function unpricedOf(quote: StoredQuote | null, { signature }: Payment): SettleDecision {
  const settled: Settled = { kind: 'unpriced', reference: quote?.reference ?? null };
  if (!quote || quote.signature === signature) return only(settled);
  return { settled, changes: { journals: [], items: [], quotes: [{ ...quote, signature }] } };
}

/**
 * Returns the bond that a payment fills: the one posted with it, or for a due payment the oldest unsigned one with
 * its token and amount. Null if it becomes a new bond.
 */
export function bondToFill(bonds: readonly Bond[], payment: Payment, stage: Stage): Bond | null {
  const oldestFirst = bonds.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  const posted = oldestFirst.find(
    (bond) => names(bond, payment) && (bond.status === 'pending' || bond.status === 'failed'),
  );
  if (posted || stage !== 'due') return posted ?? null;
  const isUnpaid = ({ status, signature, token, amount }: Bond): boolean =>
    status === 'pending' &&
    signature === null &&
    token === payment.token &&
    amount === payment.amount;
  return oldestFirst.find(isUnpaid) ?? null;
}

/**
 * Settles a payment that cannot become a bond. If it was quoted and exceeds the supply, or USDC was off its peg, its
 * refund is proposed, and its payer gets a history line.
 */
function noBondOf({ paid, quote, request }: Settling, why: Refusal): SettleDecision {
  const { settled, changes } = unmatched(request, why);
  const note = refundNote(why, quote !== null);
  if (!changes || note === null) return { settled, changes };
  const { noUser: _, ...listed } = changes;
  const deposits = changes.deposits.map((deposit) => ({ ...deposit, refundProposed: true }));
  const items = deposits.map((deposit) => refundItem(deposit, paid.payerUserId, note));
  const quotes = quote ? [{ ...quote, signature: paid.signature }] : [];
  return { settled, changes: { ...listed, deposits, items, quotes } };
}

/** Lists a payment as unmatched deposit, so that the owner can assign or refund it. */
function unmatched(request: SettleRequest, why: Refusal) {
  const settled: Settled = { kind: 'unmatched', why };
  // A payment that is not final is listed by the watcher once it is.
  return { settled, changes: request.payment.finalized ? asDeposit(request) : null };
}

function asDeposit({ payment, ids }: Pick<SettleRequest, 'payment' | 'ids'>) {
  const { payer: sender, token, amount, signature, blockTime, slot } = payment;
  const deposit = { id: ids.deposit, sender, token, amount, signature, blockTime, slot };
  const { journals, items } = listDeposit(deposit);
  const deposits = [openDeposit(deposit)] as const;
  const use = { id: ids.payment, purpose: 'deposit', subject: deposit.id } as const;
  const payments = [usedFor(payment, use)];
  return { noUser: true as const, journals, items, deposits, payments };
}
