import type { HistoryItem } from '../base/change.ts';
import type { Journal } from '../base/ledger.ts';
import { type Lamports, type Lmt, lamports, lmt } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { Bond } from '../bonds/bond.ts';
import { creditFee } from '../payments/fee-payment.ts';
import type { ListedDeposit, NewPayment, UsedPayment, WalletPayment } from '../payments/payment.ts';
import { type StoredQuote, quoteNamedBy } from '../bonds/quote.ts';
import { depositToFee, feeNotSeen, takeFeeFromBond } from '../payments/fee-credit.ts';
import { isPaidInTime } from './stake-fee.ts';

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
  readonly bondQuotes: readonly StoredQuote[];
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

/** A payment that can pay for a stake, and what changes if it does. */
export interface TakenFee {
  /** Lamports that the payment has for the fee, beside the payer's credit. */
  readonly added: Lamports;
  readonly finalized: boolean;
  /** Whether it was a bond or a deposit until now. */
  readonly wasOtherwiseUsed: boolean;
  /** Changes if the stake is opened for a fee. */
  readonly asFee: (fee: Lamports) => FeeChanges;
  /** Changes if the stake is refused: all of the payment is credit. */
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
  wasOtherwiseUsed: false,
  asFee: () => NO_CHANGES,
  asCredit: NO_CHANGES,
};

/**
 * Decides whether a payment that its payer posts as a fee can pay for a stake. It can if it was used for nothing
 * yet, is credit or an unmatched deposit, or is an unclaimed bond that the watcher made within the last ten minutes.
 */
export function takeFeePayment(
  use: PaymentUse,
  paid: WalletPayment | null,
  taker: Taker,
): Result<TakenFee> {
  if (!paid) return ok(NOTHING);
  const { payment } = use;
  if (!payment) return fromNothing(use, paid, taker);
  // Out of each payment one fee is taken, once.
  if (payment.feeTaken > 0n) return refuse('SIGNATURE_USED');
  if (payment.purpose === 'bond') return fromBond(use, paid, { ...taker, payment });
  if (payment.purpose === 'deposit') return fromDeposit(use, payment, taker);
  const isTied = payment.subject !== payment.id;
  if (isTied) return refuse('SIGNATURE_USED');
  return ok({
    ...NOTHING,
    // The node that follows payments may have seen it final after this one read it.
    finalized: paid.finalized || payment.finalized,
    asFee: () => ({ ...NO_CHANGES, changedPayments: [{ ...payment, subject: taker.vaultId }] }),
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
    wasOtherwiseUsed: false,
    asFee: () => as(vaultId),
    asCredit: as(null),
  });
}

/**
 * Only an unclaimed bond that the watcher made of a payment without a quote, within ten minutes of the payment.
 * Later the payer could choose between bond and fee by what SOL has become worth since.
 */
function fromBond(
  { bond, bondQuotes }: PaymentUse,
  paid: WalletPayment,
  { userId, vaultId, now, payment }: Taker & { readonly payment: UsedPayment },
): Result<TakenFee> {
  if (!bond || bond.userId !== userId || !bond.byWatcher || bond.status !== 'confirmed') {
    return refuse('SIGNATURE_USED');
  }
  if (quoteNamedBy(bondQuotes, { ...paid, payerUserId: userId })) return refuse('SIGNATURE_USED');
  if (!isPaidInTime(paid.blockTime, now)) return refuse('FEE_TOO_OLD');
  // What may still vanish is not divided.
  if (!bond.finalized) return feeNotSeen();
  const changes = (fee: Lamports, subject: string): FeeChanges => {
    const taken = takeFeeFromBond(bond, { fee, paymentId: payment.id }, now);
    const { next, journals, items, credited, isLeft } = taken;
    const bonds = [next];
    const feeTaken = credited;
    if (isLeft) return { journals, items, bonds, changedPayments: [{ ...payment, feeTaken }] };
    const hiddenBonds = new Map([[bond.id, lmt(0n)]]);
    return converted(payment, { userId, subject }, { journals, items, bonds, hiddenBonds });
  };
  const all = lamports(bond.amount);
  return ok({
    added: all,
    finalized: true,
    wasOtherwiseUsed: true,
    asFee: (fee) => changes(fee, vaultId),
    asCredit: changes(all, payment.id),
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
  const changes = { journals, items: [], deposits };
  const asFee = converted(payment, { userId, subject: vaultId }, changes);
  return ok({
    added: lamports(deposit.amount),
    // Nothing is listed before it is final.
    finalized: true,
    wasOtherwiseUsed: true,
    asFee: () => asFee,
    asCredit: converted(payment, { userId, subject: payment.id }, changes),
  });
}

/** A payment that was used for something else is a fee from now on. */
function converted(
  payment: UsedPayment,
  to: Pick<UsedPayment, 'userId' | 'subject'>,
  changes: FeeChanges,
): FeeChanges {
  return { ...changes, changedPayments: [{ ...payment, purpose: 'fee', ...to }] };
}
