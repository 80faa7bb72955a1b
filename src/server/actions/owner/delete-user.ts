import type { AdminUserJson } from '#contract/admin-users';
import type { Bond } from '#domain/bonds/bond';
import { mayDelete } from '#domain/bonds/delete-bond';
import type { Journal } from '#domain/base/ledger';
import { burnUnstaked } from '#domain/user/correct-user';
import { type Result, ok, refuse } from '#domain/base/result';
import { returnSell } from '#domain/sells/sell';
import type { Terms } from '#domain/terms/terms';
import { type Instant, iso } from '#domain/base/time';
import { sweepAt, unstakedAfter } from '#domain/vaults/vault-catch-up';
import { deleteVault } from '#domain/vaults/vault-edit';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import { type ListedUser, listedUser, removeUser } from '../../store/admin/admin-users.ts';
import { hideVault } from '../../store/admin/admin-vaults.ts';
import { bondsOf } from '../../store/bonds/bonds.ts';
import type { Session } from '../../store/db/database.ts';
import { readHead } from '../../store/terms/head.ts';
import { openPayoutOf } from '../../store/sells/payouts.ts';
import type { Plan } from '../../store/write/plan.ts';
import { sellsOf } from '../../store/sells/sells.ts';
import { lockUser } from '../../store/users/users.ts';
import { vaultsOf } from '../../store/vaults/vaults.ts';
import { writeLocked } from '../../store/write/write-plans.ts';
import { presentListed } from './admin-users.ts';
import { type TakenBond, forget, takeBond } from './delete-bond.ts';

/**
 * The owner deletes a user: a pending sell is cancelled, vaults and bonds are taken back, what is left
 * is burned, payments are listed as unmatched, sessions end. Waits for a payout that is under way.
 */
export async function deleteUser(
  { database, rules }: Parts,
  { actor, call }: Admin,
  { id }: { readonly id: string },
  { reason }: { readonly reason?: string | undefined },
): Promise<Result<AdminUserJson>> {
  if (!(await listedUser(database, id))) return refuse('NOT_FOUND', { what: 'User' });
  return database.transaction(async (session) => {
    const version = await lockUser(session, id);
    const user = await listedUser(session, id);
    if (!user) return refuse('NOT_FOUND', { what: 'User' });
    const under = await payoutUnderWay(session, id);
    if (under) return refuse('PAYOUT_UNDER_WAY', { possibleAt: iso(under) });
    const { now, termsVersion } = await readHead(session);
    const { terms } = await rules.at(termsVersion, session);
    const bonds = await bondsOf(session, id);
    const kept = bonds.map(mayDelete).find((deletable) => !deletable.ok);
    if (kept && !kept.ok) return kept;
    const { plan, taken } = await everything(session, user, bonds, terms, now);
    await writeLocked(session, { ...plan, userId: id, version, now });
    for (const [i, bond] of bonds.entries()) {
      const gone = taken[i];
      if (gone) await forget(session, bond, gone, now);
    }
    for (const { vault } of plan.vaults ?? []) await hideVault(session, vault.id, now);
    await removeUser(session, id, now);
    const shown = presentListed(user);
    const entry = { at: now, actor, call, reason: reason ?? null };
    await appendLog(session, { ...entry, before: shown, after: { deleted: true } });
    return ok(shown);
  });
}

/** When a payout of the user that is under way will have ended; null where there is none. */
async function payoutUnderWay(session: Session, userId: string): Promise<Instant | null> {
  const credit = await openPayoutOf(session, 'credit', userId);
  if (credit) return credit.expiresAt;
  for (const { id } of await sellsOf(session, userId)) {
    const open = await openPayoutOf(session, 'sell', id);
    if (open) return open.expiresAt;
  }
  return null;
}

/** The entries that take everything back: sells, vaults, bonds, and then what is unstaked. */
async function everything(
  session: Session,
  { id: userId, unstaked }: ListedUser,
  bonds: readonly Bond[],
  terms: Terms,
  now: Instant,
): Promise<{
  readonly plan: Omit<Plan, 'userId' | 'version' | 'now'>;
  readonly taken: readonly TakenBond[];
}> {
  const pending = (await sellsOf(session, userId)).find(({ status }) => status === 'pending');
  const returned = pending && returnSell(pending, 'cancelled', now, 'The user was deleted');
  const sell = returned?.ok ? returned.value : null;
  const vaults = (await vaultsOf(session, userId)).map((vault) => deleteVault(vault, terms, now));
  const journals: Journal[] = [
    ...(sell?.journals ?? []),
    ...vaults.flatMap((change) => change.journals),
  ];
  const taken: TakenBond[] = [];
  for (const bond of bonds) {
    const left = unstakedAfter(userId, unstaked, journals);
    const bondTaken = await takeBond(session, bond, left, now);
    journals.push(...bondTaken.plan.journals);
    taken.push(bondTaken);
  }
  const burned = burnUnstaked(userId, unstakedAfter(userId, unstaked, journals), now);
  return {
    taken,
    plan: {
      journals: burned ? [...journals, burned] : journals,
      items: [
        ...vaults.flatMap((change) => change.items),
        ...taken.flatMap(({ plan }) => plan.items),
      ],
      vaults: vaults.map(({ next }) => ({ vault: next, dueAt: sweepAt(next, terms) })),
      deposits: taken.flatMap(({ plan }) => plan.deposits ?? []),
      bonds: taken.flatMap(({ plan }) => plan.bonds ?? []),
      ...(sell ? { sells: [sell.next], period: sell.period } : {}),
    },
  };
}
