import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { sweepVaults as sweep } from '#domain/vaults/vault-sweep';
import type { Parts } from '../kernel/parts.ts';
import { dueVaultsOf, lockDueUsers, postponeVault } from './vault-queries.ts';
import { DUE_BATCH, type DueWork } from '../kernel/write/due-writes.ts';
import type { Job } from '../kernel/jobs/job.ts';

/** Concurrent batches while many vaults are due. The node decides one batch while the database works on the other. */
const LANES = 2;
/**
 * Users per batch while the node answers requests. Requests wait for the node's thread and the database's
 * cores, so a smaller batch delays each of them less, although the whole sweep takes longer.
 */
const BUSY_BATCH = 25;
/** Time without a request after which the sweep runs at full speed. */
const QUIET_MS = SECOND_MS;

/**
 * Does the due work of vaults: rewards at maturity, restake or release at a window's end, each dated when it
 * was due. Any number of nodes may sweep; each takes users that no other node has locked. Under load it takes
 * small batches, and rests as long as each batch took. Requests never wait for a sweep, because reads and
 * decisions apply due work themselves.
 */
export function sweepVaults({
  writer,
  requests,
  alert,
}: Pick<Parts, 'writer' | 'requests' | 'alert'>): Job {
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
  const isBusy = (): boolean => requests.msSinceLast() < QUIET_MS;
  const batch = (): Promise<number> => writer.commitDueWork(due, isBusy() ? BUSY_BATCH : DUE_BATCH);
  const runLane = async (lane: number, stopping?: AbortSignal): Promise<void> => {
    for (;;) {
      const mustStop = stopping?.aborted === true || (lane > 0 && isBusy());
      const began = performance.now();
      if (mustStop || (await batch()) === 0) return;
      if (isBusy()) await sleep(performance.now() - began);
    }
  };
  return {
    name: 'sweep-vaults',
    everyMs: 5 * SECOND_MS,
    async run(stopping) {
      const first = await batch();
      if (first === 0) return;
      const lanes = first < DUE_BATCH ? 1 : LANES;
      const ended = await Promise.allSettled(
        Array.from({ length: lanes }, (_, lane) => runLane(lane, stopping)),
      );
      const failed = ended.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    },
  };
}
