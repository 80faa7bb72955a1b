import type { HistoryItem } from '../base/change.ts';
import type { Journal } from '../base/ledger.ts';
import type { Lmt } from '../base/money.ts';
import { type Result, ok } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { Bond } from '../bonds/bond.ts';
import { deleteBond, checkDeletable } from './delete-bond.ts';
import { type ListedDeposit, type UsedPayment, openDeposit, restOf } from './payment.ts';
import type { Deposit } from './unmatched-deposit.ts';
import { type Booked, voidBond } from './void-bond.ts';

/** Payment of a bond, with the deposit that the owner assigned; null if there was none. */
export interface BondPayment extends UsedPayment {
  readonly depositId: string | null;
}

/** Bond to delete, with its payments and booked amounts. */
export interface BondToDelete {
  readonly bond: Bond;
  /** True if the chain reported its payment missing at the last lookup. */
  readonly isMissing: boolean;
  readonly payments: readonly BondPayment[];
  readonly booked: Booked;
}

/** Changes of deleted bonds. `hiddenBonds` has each bond's shortfall by id. */
export interface BondDeletion {
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly bonds: readonly Bond[];
  readonly hiddenBonds: ReadonlyMap<string, Lmt>;
  readonly deposits: readonly ListedDeposit[];
  readonly changedPayments: readonly UsedPayment[];
  readonly freedPayments: readonly UsedPayment[];
}

/** Further input of the deletion of a bond. */
interface DeletionInput {
  /** Unstaked balance of the user before the deletion. */
  readonly unstaked: Lmt;
  /** Id for a new deposit. */
  readonly newDepositId: string;
  readonly now: Instant;
}

/** Deletes a bond by the owner; refused if its payment is not final. */
export function decideBondDeletion(
  toDelete: BondToDelete,
  input: DeletionInput,
): Result<BondDeletion> {
  const deletable = checkDeletable(toDelete.bond);
  return deletable.ok ? ok(deleteOrVoidBond(toDelete, input)) : deletable;
}

/** Deletes a bond as fake by the owner; null if it has changed since the owner saw it. */
export function decideFakeBondDeletion(
  toDelete: BondToDelete,
  seen: Bond,
  input: DeletionInput,
): BondDeletion | null {
  const { signature, amount, status } = toDelete.bond;
  const isSame = signature === seen.signature && amount === seen.amount && status === seen.status;
  return isSame ? voidFakeBond(toDelete, input) : null;
}

/** Deletes a bond, or voids it if its payment is missing. An assigned deposit becomes open again. */
export function deleteOrVoidBond(toDelete: BondToDelete, input: DeletionInput): BondDeletion {
  if (toDelete.isMissing) return voidFakeBond(toDelete, input);
  const { bond, payments } = toDelete;
  const { unstaked, newDepositId, now } = input;
  const [paid] = payments;
  const listed = { id: paid?.depositId ?? newDepositId, sender: paid?.payer || null };
  const { next, journals, items } = deleteBond({ bond, unstaked, deposit: listed }, now);
  const { deposit, shortfall } = next;
  return { journals, items, ...hidden(bond, shortfall), ...reused(payments, deposit) };
}

/** Voids a fake bond: reverses all its entries, without a refundable deposit for the payment that it names. */
function voidFakeBond(
  toDelete: BondToDelete,
  { unstaked, newDepositId, now }: DeletionInput,
): BondDeletion {
  const { bond, payments, booked } = toDelete;
  const deposit = otherPayment(toDelete, newDepositId);
  const { next, journals, items } = voidBond({ bond, booked, unstaked, deposit }, now);
  // The named payment was not made. If it arrives later, it can be used, unless a fee was taken from it, which would
  // count twice.
  const named = payments.filter(
    ({ signature, feeTaken }) => signature === bond.signature && feeTaken === 0n,
  );
  return {
    journals,
    items,
    ...hidden(next.bond, next.shortfall),
    ...reused(payments, deposit),
    freedPayments: deposit ? [] : named,
  };
}

/** Returns a deposit for a payment that was booked for a fake bond under another signature. */
function otherPayment({ bond, payments, booked }: BondToDelete, newId: string): Deposit | null {
  const [paid] = payments;
  if (!paid || paid.signature === bond.signature) return null;
  const amount = restOf(paid);
  if (amount !== booked.paid) return null;
  const { payer, signature, blockTime, slot, depositId } = paid;
  const id = depositId ?? newId;
  return { id, sender: payer || null, token: bond.token, amount, signature, blockTime, slot };
}

const hidden = (bond: Bond, shortfall: Lmt): Pick<BondDeletion, 'bonds' | 'hiddenBonds'> => ({
  bonds: [bond],
  hiddenBonds: new Map([[bond.id, shortfall]]),
});

/** Assigns the payments of a deleted bond to its deposit. */
function reused(
  payments: readonly BondPayment[],
  deposit: Deposit | null,
): Pick<BondDeletion, 'deposits' | 'changedPayments' | 'freedPayments'> {
  if (!deposit) return { deposits: [], changedPayments: [], freedPayments: [] };
  const changedPayments = payments.map((payment) => ({
    ...payment,
    purpose: 'deposit' as const,
    subject: deposit.id,
    userId: null,
  }));
  return { deposits: [openDeposit(deposit)], changedPayments, freedPayments: [] };
}

export function combineDeletions(taken: readonly BondDeletion[]): BondDeletion {
  return {
    journals: taken.flatMap(({ journals }) => journals),
    items: taken.flatMap(({ items }) => items),
    bonds: taken.flatMap(({ bonds }) => bonds),
    hiddenBonds: new Map(taken.flatMap(({ hiddenBonds }) => [...hiddenBonds])),
    deposits: taken.flatMap(({ deposits }) => deposits),
    changedPayments: taken.flatMap(({ changedPayments }) => changedPayments),
    freedPayments: taken.flatMap(({ freedPayments }) => freedPayments),
  };
}
