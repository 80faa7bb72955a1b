import { presentBond } from '#contract/present/bond';
import type { Bond } from '#domain/bonds/bond';
import type { BondToDelete } from '#domain/audit/fix';
import { formatAmount } from '#domain/base/money';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import { bondToDecide } from '../../store/bonds/bonds.ts';
import { noteChange } from '../../store/db/changes.ts';
import { readHolder } from '../../store/users/holders.ts';
import { lockUser } from '../../store/users/users.ts';
import { writeLocked } from '../../store/write/write-plans.ts';
import { forget } from './delete-bond.ts';
import { takeFakeBond } from './take-fake-bond.ts';

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
    const taken = await takeFakeBond(session, bond, holder.unstaked, now);
    await writeLocked(session, { ...taken.plan, userId, version, now });
    await forget(session, bond, taken, now);
    noteChange(session, { topics: ['admin'] });
    const { depositId } = taken;
    const shortfall = formatAmount('LMT', taken.shortfall);
    const after = { id, deleted: true, why, shortfall, depositId };
    const before = presentBond(bond, now);
    await appendLog(session, { at: now, actor, call, reason, before, after });
    return true;
  });
}

function isSame(bond: Bond, seen: Bond): boolean {
  const same = bond.signature === seen.signature && bond.amount === seen.amount;
  return same && bond.status === seen.status;
}
