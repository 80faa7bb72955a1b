import { lmt } from '#domain/base/money';
import { type Instant, after } from '#domain/base/time';
import type { Result } from '#domain/base/result';
import type { EditedVault } from '#domain/vaults/vault-reopen';
import type { Vault } from '#domain/vaults/vault';
import { unstakedAfter } from '#domain/vaults/vault-catch-up';
import { type VaultEdit, type VaultToEdit, editVault } from '#domain/vaults/vault-edit';
import type { Op } from './model-ops.ts';
import type { UserModel } from './model.ts';

/** Edit of a step at an instant. */
function editOf({ edit, startsInMs, endsInMs }: Op, now: Instant): VaultEdit {
  return {
    ...edit,
    ...(startsInMs === null ? {} : { startsAt: after(now, startsInMs) }),
    ...(endsInMs === null ? {} : { endsAt: after(now, endsInMs) }),
  };
}

/** Inputs of a vault edit, as the server reads them. */
function factsOf(vault: Vault, user: UserModel): VaultToEdit {
  const others = user.vaults.filter((v) => v !== vault && v.status !== 'completed');
  const ended = user.journals.findLast(
    ({ subject, at }) => subject === vault.id && at === vault.completedAt,
  );
  const released = unstakedAfter('u1', lmt(0n), ended ? [ended] : []);
  return { vault, version: '', unstaked: user.unstaked(), released, others };
}

/** Applies the edit of a step to a user's vault. */
export function editedBy(op: Op, vault: Vault, user: UserModel): Result<EditedVault> {
  const { terms, now } = user;
  return editVault({ facts: factsOf(vault, user), asked: editOf(op, now) }, terms, now);
}
