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

/** A payment that is used for a bond, and the deposit that it was before the owner assigned it. */
export interface BondPayment extends UsedPayment {
  readonly depositId: string | null;
}

/** A bond with everything that taking it back needs. */
export interface BondToDelete {
  readonly bond: Bond;
  /** Whether the chain denied its payment when it was last asked. */
  readonly isMissing: boolean;
  readonly payments: readonly BondPayment[];
  readonly booked: Booked;
}

/** What taking bonds back changes; what could not be taken back of each stands in `hiddenBonds`. */
export interface BondDeletion {
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly bonds: readonly Bond[];
  readonly hiddenBonds: ReadonlyMap<string, Lmt>;
  readonly deposits: readonly ListedDeposit[];
  readonly changedPayments: readonly UsedPayment[];
  readonly freedPayments: readonly UsedPayment[];
}

/** What the taking back of one bond rests on beside the bond. */
interface Taking {
  /** The user's balance before it. */
  readonly unstaked: Lmt;
  /** Id for a deposit that does not exist yet. */
  readonly newDepositId: string;
  readonly now: Instant;
}

/** The owner deletes a bond, unless its payment may still vanish. */
export function decideBondDeletion(toDelete: BondToDelete, taking: Taking): Result<BondDeletion> {
  const deletable = checkDeletable(toDelete.bond);
  return deletable.ok ? ok(deleteOrVoidBond(toDelete, taking)) : deletable;
}

/** The owner deletes a bond as fake; null if it has changed since the owner saw it. */
export function decideFakeBondDeletion(
  toDelete: BondToDelete,
  seen: Bond,
  taking: Taking,
): BondDeletion | null {
  const { signature, amount, status } = toDelete.bond;
  const isSame = signature === seen.signature && amount === seen.amount && status === seen.status;
  return isSame ? takeFakeBond(toDelete, taking) : null;
}

/** A bond that had been an unmatched deposit is that deposit again; one that was never paid becomes none. */
export function deleteOrVoidBond(toDelete: BondToDelete, taking: Taking): BondDeletion {
  if (toDelete.isMissing) return takeFakeBond(toDelete, taking);
  const { bond, payments } = toDelete;
  const { unstaked, newDepositId, now } = taking;
  const [paid] = payments;
  const listed = { id: paid?.depositId ?? newDepositId, sender: paid?.payer || null };
  const { next, journals, items } = deleteBond({ bond, unstaked, deposit: listed }, now);
  const { deposit, shortfall } = next;
  return { journals, items, ...hidden(bond, shortfall), ...reused(payments, deposit) };
}

/** All that was booked for a fake bond is undone, and nothing can be paid back for what it names. */
function takeFakeBond(
  toDelete: BondToDelete,
  { unstaked, newDepositId, now }: Taking,
): BondDeletion {
  const { bond, payments, booked } = toDelete;
  const deposit = otherPayment(toDelete, newDepositId);
  const { next, journals, items } = voidBond({ bond, booked, unstaked, deposit }, now);
  // The payment that the bond named was never made: if it arrives later, it is free to be used. A payment of
  // which a fee was taken stays used, so that the fee cannot count twice.
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

/** A payment that was booked for a fake bond under another signature: as a deposit it is not lost. */
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

/** The payments of a deleted bond are its deposit's. */
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

/** Several bonds taken back, one after the other. */
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
