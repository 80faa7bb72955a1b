import type { BondJson } from '#contract/bonds';
import { presentBond } from '#contract/present/bond';
import { claimBond as claim } from '#domain/bonds/bond';
import { type Result, ok, refuse } from '#domain/base/result';
import { bondToDecide } from '../../store/bonds/bonds.ts';
import type { Database, Session } from '../../store/db/database.ts';
import { type Decision, writeIfUnchanged } from '../../store/write/write-if-unchanged.ts';

/** Moves the LMT of a user's bond into the unstaked balance. */
export async function claimBond(
  { database }: { readonly database: Database },
  { userId }: { readonly userId: string },
  { id }: { readonly id: string },
): Promise<Result<BondJson>> {
  return writeIfUnchanged(database, (session) => decide(session, userId, id));
}

async function decide(
  session: Session,
  userId: string,
  bondId: string,
): Promise<Decision<Result<BondJson>>> {
  const found = await bondToDecide(session, bondId);
  if (!found) return { plan: null, answer: refuse('NOT_FOUND', { what: 'Bond' }) };
  const { bond, version, now } = found;
  if (bond.userId !== userId) return { plan: null, answer: refuse('NOT_YOURS') };
  const claimed = claim(bond, now);
  if (!claimed.ok) return { plan: null, answer: claimed };
  const { next, journals, items } = claimed.value;
  const plan = next === bond ? null : { userId, version, now, journals, items, bonds: [next] };
  return { plan, answer: ok(presentBond(next, now)) };
}
