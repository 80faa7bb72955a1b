import type { HistoryItem } from '../base/change.ts';
import type { Journal } from '../base/ledger.ts';
import { type Lamports, type Lmt, lamports, lmt } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { Bond } from '../bonds/bond.ts';
import { creditFee } from '../bonds/fee-payment.ts';
import type { ListedDeposit, NewPayment, UsedPayment, WalletPayment } from '../bonds/payment.ts';
import { type KeptQuote, quoteNamedBy } from '../bonds/quote.ts';
import { bondToFee, depositToFee } from './fee-credit.ts';

/** The payment that a posted transaction is; null where it failed: then it pays for nothing. */
export function feeProven(judged: Result<WalletPayment>): Result<WalletPayment | null> {
  return !judged.ok && judged.refusal.code === 'DEPOSIT_FAILED' ? ok(null) : judged;
}

/** What a payment has been used for. */
export interface PaymentUse {
  /** Null where it has been used for nothing. */
  readonly payment: UsedPayment | null;
  /** The bond that it became; null where it became none, or that is deleted. */
  readonly bond: Bond | null;
  /** The unmatched deposit that it became. */
  readonly deposit: ListedDeposit | null;
  /** Whether a refund of that deposit is under way. */
  readonly isRefunding: boolean;
  /** Bond quotes of any user that its transaction names. */
  readonly bondQuotes: readonly KeptQuote[];
}

/** Everything that taking a payment as a fee changes. */
export interface FeeChanges {
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly payments?: readonly NewPayment[];
  readonly changedPayments?: readonly UsedPayment[];
  readonly bonds?: readonly Bond[];
  readonly hiddenBonds?: ReadonlyMap<string, Lmt>;
  readonly deposits?: readonly ListedDeposit[];
}

/** What a payment adds to its payer's credit, and what changes by that. */
export interface TakenFee {
  readonly added: Lamports;
  readonly finalized: boolean;
  /** Whether it was a bond or a deposit until now. */
  readonly wasElse: boolean;
  /** As the fee of the stake. */
  readonly asFee: FeeChanges;
  /** As credit alone. */
  readonly asCredit: FeeChanges;
}

interface Taker {
  readonly userId: string;
  readonly vaultId: string;
  /** The id that a payment gets which has been used for nothing. */
  readonly paymentId: string;
  readonly now: Instant;
}

const NO_CHANGES: FeeChanges = { journals: [], items: [] };
const NOTHING: TakenFee = {
  added: lamports(0n),
  finalized: true,
  wasElse: false,
  asFee: NO_CHANGES,
  asCredit: NO_CHANGES,
};

/**
 * What a payment that its payer posts as a fee may become, whatever it has been used for: nothing,
 * credit, a bond that was not announced and is not claimed, or an unmatched deposit. All of them can
 * become the fee of the stake.
 */
export function takeFeePayment(
  use: PaymentUse,
  paid: WalletPayment | null,
  taker: Taker,
): Result<TakenFee> {
  if (!paid) return ok(NOTHING);
  const { payment } = use;
  if (!payment) return fromNothing(use, paid, taker);
  if (payment.purpose === 'bond') return fromBond(use.bond, payment, taker);
  if (payment.purpose === 'deposit') return fromDeposit(use, payment, taker);
  const isTied = payment.subject !== payment.id;
  if (isTied) return refuse('SIGNATURE_USED');
  return ok({
    ...NOTHING,
    // The node that follows payments may have seen it final after this one read it.
    finalized: paid.finalized || payment.finalized,
    asFee: { ...NO_CHANGES, changedPayments: [{ ...payment, subject: taker.vaultId }] },
  });
}

/** Only one that names no bond's quote: that is for the bond. */
function fromNothing(
  { bondQuotes }: PaymentUse,
  paid: WalletPayment,
  { userId, vaultId, paymentId }: Taker,
): Result<TakenFee> {
  const bondQuote = quoteNamedBy(bondQuotes, { ...paid, payerUserId: userId });
  if (bondQuote) return refuse('SIGNATURE_USED');
  const as = (of: string | null): FeeChanges => ({
    ...creditFee({ paymentId, userId, vaultId: of }, paid),
    items: [],
  });
  return ok({
    added: lamports(paid.amount),
    finalized: paid.finalized,
    wasElse: false,
    asFee: as(vaultId),
    asCredit: as(null),
  });
}

/** Only a bond that the watcher made of it, and that is not claimed. */
function fromBond(
  bond: Bond | null,
  payment: UsedPayment,
  { userId, vaultId, now }: Taker,
): Result<TakenFee> {
  if (!bond || bond.userId !== userId || !bond.byWatcher || bond.status !== 'confirmed') {
    return refuse('SIGNATURE_USED');
  }
  const { next, journals, items } = bondToFee(bond, now);
  const hiddenBonds = new Map([[bond.id, lmt(0n)]]);
  const changes = { journals, items, bonds: [next], hiddenBonds };
  return ok({
    added: lamports(bond.amount),
    finalized: bond.finalized,
    wasElse: true,
    ...converted(payment, { userId, vaultId }, changes),
  });
}

/** Only a deposit that is neither assigned nor being refunded. */
function fromDeposit(
  { deposit, isRefunding }: PaymentUse,
  payment: UsedPayment,
  { userId, vaultId, now }: Taker,
): Result<TakenFee> {
  if (deposit?.status !== 'open' || isRefunding) return refuse('SIGNATURE_USED');
  const journals = [depositToFee(deposit, userId, now)];
  const deposits = [{ ...deposit, status: 'assigned' as const }];
  return ok({
    added: lamports(deposit.amount),
    // Nothing is listed before it is final.
    finalized: true,
    wasElse: true,
    ...converted(payment, { userId, vaultId }, { journals, items: [], deposits }),
  });
}

/** A payment that was used for something else is a fee from now on. */
function converted(
  payment: UsedPayment,
  { userId, vaultId }: Pick<Taker, 'userId' | 'vaultId'>,
  changes: FeeChanges,
): Pick<TakenFee, 'asFee' | 'asCredit'> {
  const as = (subject: string): FeeChanges => ({
    ...changes,
    changedPayments: [{ ...payment, purpose: 'fee', subject, userId }],
  });
  return { asFee: as(vaultId), asCredit: as(payment.id) };
}
