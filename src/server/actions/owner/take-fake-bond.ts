import type { Bond } from '#domain/bonds/bond';
import { type Lmt, lmt } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import { voidBond } from '#domain/bonds/void-bond';
import { bookedFor } from '../../store/bonds/bond-checks.ts';
import type { Session } from '../../store/db/database.ts';
import { newId } from '../../store/db/ids.ts';
import { paymentOfBond } from '../../store/bonds/payments.ts';
import { type ListedDeposit, openDeposit } from '#domain/bonds/payment';
import type { TakenBond } from './delete-bond.ts';

/** What deleting a fake bond writes: all that was booked for it is undone, and nothing can be paid back. */
export async function takeFakeBond(
  session: Session,
  bond: Bond,
  unstaked: Lmt,
  now: Instant,
): Promise<TakenBond> {
  const { issued, held, paid } = await bookedFor(session, bond.userId, bond.id);
  const booked = { issued: lmt(issued), held: lmt(held), paid: paid as Bond['amount'] };
  const deposit = await otherPayment(session, bond, paid, now);
  const { next, journals, items } = voidBond(bond, booked, unstaked, deposit, now);
  const deposits = deposit ? [deposit] : [];
  return {
    plan: { journals, items, deposits, bonds: [next.bond] },
    shortfall: next.shortfall,
    depositId: deposit?.id ?? null,
    isFake: true,
  };
}

/** A payment that was booked for the bond under another signature: as a deposit it is not lost. */
async function otherPayment(
  session: Session,
  { id, token, signature }: Bond,
  booked: bigint,
  now: Instant,
): Promise<ListedDeposit | null> {
  const paid = await paymentOfBond(session, id);
  if (!paid || paid.signature === signature || paid.amount !== booked) return null;
  const { depositId, ...payment } = paid;
  return openDeposit({ ...payment, id: depositId ?? newId(now), token });
}
