import { SECOND_MS } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { sweepVaults as sweep } from '#domain/vaults/vault-sweep';
import type { Parts } from '../parts.ts';
import { rollUp } from '../store/ledger/roll-up.ts';
import { dueVaultsOf, lockDueUsers, postponeVault } from '../store/vaults/vaults.ts';
import { DUE_BATCH, type DueWork } from '../store/write/commit-due.ts';
import type { Job } from './job.ts';

/** Batches under way at once where many vaults are due: one is decided here while the database has the other. */
const LANES = 2;
/** After so many users, what was written is folded into the kept sums, which others read meanwhile. */
const ROLL_UP_USERS = 10 * DUE_BATCH;

/**
 * Does what vaults' clocks have made due: rewards at maturity, restake or release at a window's end,
 * each dated when it was due. Any number of nodes may sweep; each takes users that no other holds.
 */
export function sweepVaults({
  database,
  writer,
  alert,
}: Pick<Parts, 'database' | 'writer' | 'alert'>): Job {
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
  let swept = 0;
  const batch = async (): Promise<number> => {
    const users = await writer.commitDue(due);
    swept += users;
    if (swept >= ROLL_UP_USERS) {
      swept = 0;
      await rollUp(database);
    }
    return users;
  };
  const untilNothing = async (): Promise<void> => {
    while ((await batch()) > 0);
  };
  return {
    name: 'sweep-vaults',
    everyMs: 5 * SECOND_MS,
    async run() {
      const first = await batch();
      if (first === 0) return;
      const lanes = first < DUE_BATCH ? 1 : LANES;
      const ended = await Promise.allSettled(Array.from({ length: lanes }, untilNothing));
      const failed = ended.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    },
  };
}
