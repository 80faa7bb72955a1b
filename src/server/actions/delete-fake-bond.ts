import { presentBond } from '#contract/bonds';
import type { BondToDelete } from '#domain/fix';
import { formatAmount, lmt } from '#domain/money';
import type { Bond } from '#domain/bond';
import { MIN_BOND } from '#domain/terms';
import type { Instant } from '#domain/time';
import { voidBond } from '#domain/void-bond';
import type { Admin } from '../guards/owner.ts';
import type { Parts } from '../parts.ts';
import { appendLog } from '../store/admin-log.ts';
import { bookedFor } from '../store/bond-checks.ts';
import { bondToDecide, removeBond } from '../store/bonds.ts';
import { noteChange } from '../store/changes.ts';
import type { Session } from '../store/database.ts';
import { readHolder } from '../store/holders.ts';
import { newId } from '../store/ids.ts';
import { listPayment, paymentOfBond, voidPayment } from '../store/payments.ts';
import type { StoredDeposit } from '../store/plan.ts';
import { lockUser } from '../store/users.ts';
import { writeLocked } from '../store/write-plans.ts';

/** Deletes a fake bond with all that was booked for it; false where it is not what it was any more. */
export async function deleteFakeBond(
  { database }: Parts,
  { actor, call }: Admin,
  { bond: seen, why }: BondToDelete,
  reason: string | null,
): Promise<boolean> {
  const { id, userId } = seen;
  return database.transaction(async (session) => {
    const version = await lockUser(session, userId);
    const holder = await readHolder(session, userId);
    const current = await bondToDecide(session, id);
    if (!holder || !current || !isSame(current.bond, seen)) return false;
    const { bond, now } = current;
    const { issued, held, paid } = await bookedFor(session, userId, id);
    const booked = { issued: lmt(issued), held: lmt(held), paid: paid as Bond['amount'] };
    const deposit = await otherPayment(session, bond, booked.paid, now);
    const { next, ...entries } = voidBond(bond, booked, holder.unstaked, deposit, now);
    const deposits = deposit ? [deposit] : [];
    await writeLocked(session, { ...entries, userId, version, now, bonds: [next.bond], deposits });
    await removeBond(session, id, next.shortfall, now);
    noteChange(session, { topics: ['admin'] });
    if (deposit) await listPayment(session, id, deposit.id);
    else if (bond.signature !== null) await voidPayment(session, id, bond.signature);
    const after = { id, deleted: true, why, shortfall: formatAmount('LMT', next.shortfall) };
    const before = presentBond(bond, now);
    await appendLog(session, { at: now, actor, call, reason, before, after });
    return true;
  });
}

/** A payment that was booked for the bond under another signature: as a deposit it is not lost. */
async function otherPayment(
  session: Session,
  { id, token, signature }: Bond,
  booked: bigint,
  now: Instant,
): Promise<StoredDeposit | null> {
  const paid = await paymentOfBond(session, id);
  if (!paid || paid.signature === signature || paid.amount !== booked) return null;
  const { depositId, ...payment } = paid;
  const small = paid.amount < MIN_BOND[token];
  return { ...payment, id: depositId ?? newId(now), token, small, status: 'open' };
}

function isSame(bond: Bond, seen: Bond): boolean {
  const same = bond.signature === seen.signature && bond.amount === seen.amount;
  return same && bond.status === seen.status;
}
