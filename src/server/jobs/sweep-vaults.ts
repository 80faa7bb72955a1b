import { SECOND_MS } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { sweepVaults as sweep } from '#domain/vaults/vault-sweep';
import type { Parts } from '../parts.ts';
import { dueVaultsOf, lockDueUsers, postponeVault } from '../store/vaults/vaults.ts';
import type { DueWork } from '../store/write/commit-due.ts';
import type { Job } from './job.ts';

/**
 * Does what vaults' clocks have made due: rewards at maturity, restake or release at a window's end,
 * each dated when it was due. Any number of nodes may sweep; each takes users that no other holds.
 */
export function sweepVaults({ writer, alert }: Pick<Parts, 'writer' | 'alert'>): Job {
  const due: DueWork<Vault> = {
    lock: lockDueUsers,
    read: dueVaultsOf,
    decide: (vaults, { terms }, now) => sweep(vaults, terms, now),
    postpone: postponeVault,
    onFailed: ({ id: vaultId, userId }, err, isPutAside) =>
      alert(
        isPutAside
          ? 'a vault could not be decided and is put aside'
          : 'a vault could not be decided and is tried again',
        { vaultId, userId, err },
      ),
  };
  return {
    name: 'sweep-vaults',
    everyMs: 5 * SECOND_MS,
    async run() {
      while ((await writer.commitDue(due)) > 0);
    },
  };
}
