import type { AdminUserJson } from '#contract/admin-users';
import { type Result, ok, refuse } from '#domain/base/result';
import { decideUserDeletion } from '#domain/user/delete-user';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { userRemovalFacts } from '../../store/admin/correction-facts.ts';
import { newId } from '../../store/db/ids.ts';
import { type Decision, unwritten } from '../../store/write/commit.ts';
import { presentListed } from './admin-users.ts';

/** The owner deletes a user. Locked, since a payout to them must not begin meanwhile. */
export function deleteUser(
  { writer }: Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  { id, reason }: { readonly id: string } & { readonly reason?: string | undefined },
): Promise<Result<AdminUserJson>> {
  return writer.commit({
    facts: userRemovalFacts,
    key: id,
    locks: { users: [id] },
    missing: refuse('NOT_FOUND', { what: 'User' }),
    decide: (facts, { terms }): Decision<Result<AdminUserJson>> => {
      const { user, now } = facts;
      const deletion = { newDepositId: () => newId(now), terms, now };
      const deleted = decideUserDeletion(facts, deletion);
      if (!deleted.ok) return unwritten(deleted);
      const before = presentListed(user);
      const log = { actor, call, reason: reason ?? null, before, after: { deleted: true } };
      const keep = { status: 200, body: before };
      return { plan: { ...deleted.value, log, keep }, answer: ok(before) };
    },
  });
}
