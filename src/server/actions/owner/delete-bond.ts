import type { Bond } from '#domain/bonds/bond';
import { presentBond } from '#contract/present/bond';
import { deleteBond as deleted, mayDelete } from '#domain/bonds/delete-bond';
import { type Lmt, formatAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import { openDeposit } from '#domain/bonds/payment';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import { isKnownFake } from '../../store/bonds/bond-checks.ts';
import { bondToDecide, removeBond } from '../../store/bonds/bonds.ts';
import type { Session } from '../../store/db/database.ts';
import { readHolder } from '../../store/users/holders.ts';
import { newId } from '../../store/db/ids.ts';
import { listPayment, paymentOfBond, voidPayment } from '../../store/bonds/payments.ts';
import type { Plan } from '../../store/write/plan.ts';
import { lockUser } from '../../store/users/users.ts';
import { writeLocked } from '../../store/write/write-plans.ts';
import { takeFakeBond } from './take-fake-bond.ts';

interface DeletedBond {
  readonly id: string;
  readonly shortfall: string;
  readonly depositId: string | null;
}

/** The owner deletes a bond: its LMT is void, its payment becomes an unmatched deposit. */
export async function deleteBond(
  { database }: Parts,
  { actor, call }: Admin,
  { id }: { readonly id: string },
  { reason }: { readonly reason?: string | undefined },
): Promise<Result<DeletedBond>> {
  const found = await bondToDecide(database, id);
  if (!found) return refuse('NOT_FOUND', { what: 'Bond' });
  const { userId } = found.bond;
  return database.transaction(async (session) => {
    const version = await lockUser(session, userId);
    const holder = await readHolder(session, userId);
    const current = await bondToDecide(session, id);
    if (!current || !holder) return refuse('NOT_FOUND', { what: 'Bond' });
    const { bond, now } = current;
    const deletable = mayDelete(bond);
    if (!deletable.ok) return deletable;
    const taken = await takeBond(session, bond, holder.unstaked, now);
    await writeLocked(session, { userId, version, now, ...taken.plan });
    await forget(session, bond, taken, now);
    const told = {
      id,
      shortfall: formatAmount('LMT', taken.shortfall),
      depositId: taken.depositId,
    };
    const entry = { at: now, actor, call, reason: reason ?? null };
    await appendLog(session, { ...entry, before: presentBond(bond, now), after: told });
    return ok(told);
  });
}

/** What deleting a bond writes, and what it leaves. */
export interface TakenBond {
  readonly plan: Pick<Plan, 'journals' | 'items' | 'deposits' | 'bonds'>;
  readonly shortfall: Lmt;
  readonly depositId: string | null;
  /** Whether the chain has denied its payment. */
  readonly isFake: boolean;
}

/** A bond that had been an unmatched deposit is that deposit again; what was never paid becomes none. */
export async function takeBond(
  session: Session,
  bond: Bond,
  unstaked: Lmt,
  now: Instant,
): Promise<TakenBond> {
  if (await isKnownFake(session, bond.id)) return takeFakeBond(session, bond, unstaked, now);
  const paid = await paymentOfBond(session, bond.id);
  const listed = { id: paid?.depositId ?? newId(now), sender: paid?.sender ?? null };
  const { next, journals, items } = deleted(bond, unstaked, listed, now);
  const { deposit, shortfall } = next;
  const deposits = deposit ? [openDeposit(deposit)] : [];
  const plan = { journals, items, deposits };
  return { plan, shortfall, depositId: deposit?.id ?? null, isFake: false };
}

/** Hides a bond whose entries have been written, and turns its payment over to the deposit. */
export async function forget(
  session: Session,
  bond: Bond,
  { shortfall, depositId, isFake }: TakenBond,
  now: Instant,
): Promise<void> {
  await removeBond(session, bond.id, shortfall, now);
  if (depositId !== null) await listPayment(session, bond.id, depositId);
  else if (isFake && bond.signature !== null) await voidPayment(session, bond.id, bond.signature);
}
