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

/** Returns the payment of a posted transaction; null if it failed and so pays for nothing. */
export function feePaymentOf(judged: Result<WalletPayment>): Result<WalletPayment | null> {
  return !judged.ok && judged.refusal.code === 'DEPOSIT_FAILED' ? ok(null) : judged;
}

/** Earlier use of a payment. */
export interface PaymentUse {
  /** Null if unused. */
  readonly payment: UsedPayment | null;
  /** Bond made of it; null if there is none, or if it is deleted. */
  readonly bond: Bond | null;
  /** Unmatched deposit made of it. */
  readonly deposit: ListedDeposit | null;
  /** True if a refund of that deposit is in progress. */
  readonly isRefunding: boolean;
  /** Bond quotes of any user that its transaction names. */
  readonly bondQuotes: readonly StoredQuote[];
}

/** Changes if a payment is used as a fee. */
export interface FeeChanges {
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly payments?: readonly NewPayment[];
  readonly changedPayments?: readonly UsedPayment[];
  readonly bonds?: readonly Bond[];
  readonly hiddenBonds?: ReadonlyMap<string, Lmt>;
  readonly deposits?: readonly ListedDeposit[];
}

/** Payment that can pay for a stake, with the changes. */
export interface TakenFee {
  /** Lamports that the payment adds to the payer's credit. */
  readonly added: Lamports;
  readonly finalized: boolean;
  /** True if it was a bond or a deposit until now. */
  readonly wasOtherwiseUsed: boolean;
  /** Changes if the stake is opened. */
  readonly asFee: (fee: Lamports) => FeeChanges;
  /** Changes if the stake is refused: the whole payment becomes credit. */
  readonly asCredit: FeeChanges;
}

interface Taker {
  readonly userId: string;
  readonly vaultId: string;
  /** Id for an unused payment. */
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
 * Decides whether a payment that its payer posts as a fee can pay for a stake. It can if it is unused, fee credit, an
 * unmatched deposit, or an unclaimed bond that the watcher made of a payment within the last ten minutes.
 */
export function takeFeePayment(
  use: PaymentUse,
  paid: WalletPayment | null,
  taker: Taker,
): Result<TakenFee> {
  if (!paid) return ok(NOTHING);
  const { payment } = use;
  if (!payment) return fromUnused(use, paid, taker);
  // Only one fee is taken out of each payment.
  if (payment.feeTaken > 0n) return refuse('SIGNATURE_USED');
  if (payment.purpose === 'bond') return fromBond(use, paid, { ...taker, payment });
  if (payment.purpose === 'deposit') return fromDeposit(use, payment, taker);
  const isTied = payment.subject !== payment.id;
  if (isTied) return refuse('SIGNATURE_USED');
  return ok({
    ...NOTHING,
    // Another node may have seen it final after this one read it.
    finalized: paid.finalized || payment.finalized,
    asFee: () => ({ ...NO_CHANGES, changedPayments: [{ ...payment, subject: taker.vaultId }] }),
  });
}

/** Takes an unused payment, unless it names the quote of a bond. */
function fromUnused(
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
 * Takes the payment of an unclaimed bond that the watcher made without a quote, within ten minutes. Later the payer
 * could choose between bond and fee by the SOL price since.
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
  // A payment that is not final is not divided.
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

/** Takes a deposit, unless it is assigned or its refund is in progress. */
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
    // Deposits are final when they are listed.
    finalized: true,
    wasOtherwiseUsed: true,
    asFee: () => asFee,
    asCredit: converted(payment, { userId, subject: payment.id }, changes),
  });
}

/** Turns a payment that was used for something else into a fee. */
function converted(
  payment: UsedPayment,
  to: Pick<UsedPayment, 'userId' | 'subject'>,
  changes: FeeChanges,
): FeeChanges {
  return { ...changes, changedPayments: [{ ...payment, purpose: 'fee', ...to }] };
}
