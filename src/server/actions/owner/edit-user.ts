import type { AdminUserJson } from '#contract/admin-users';
import { type Result, ok, refuse } from '#domain/base/result';
import { type UserEditInput, correctUser, readUserEdit } from '#domain/user/correct-user';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { userFacts } from '../../store/admin/correction-facts.ts';
import { type Decision, unwritten } from '../../store/write/commit.ts';
import { presentListed } from './admin-users.ts';

/** The owner renames a user, or credits or debits their unstaked LMT. */
export async function editUser(
  { writer }: Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  { id, ...input }: { readonly id: string } & UserEditInput,
): Promise<Result<AdminUserJson>> {
  const edit = readUserEdit(input);
  if (!edit.ok) return edit;
  return writer.commit({
    facts: userFacts,
    key: id,
    missing: refuse('NOT_FOUND', { what: 'User' }),
    decide: ({ user, vaults, now }, { terms }): Decision<Result<AdminUserJson>> => {
      const corrected = correctUser({ user: { ...user, vaults }, edit: edit.value }, terms, now);
      if (!corrected.ok) return unwritten(corrected);
      const { after, ...changes } = corrected.value;
      const shown = presentListed({ ...user, ...after });
      const reason = input.reason ?? null;
      const log = { actor, call, reason, before: presentListed(user), after: shown };
      const keep = { status: 200, body: shown };
      return { plan: { ...changes, log, keep }, answer: ok(shown) };
    },
  });
}
