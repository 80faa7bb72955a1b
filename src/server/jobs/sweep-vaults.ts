import type { Terms } from '#domain/terms/terms';
import { MINUTE_MS, SECOND_MS, type Instant, after } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { catchUpAll, dueAt } from '#domain/vaults/vault-catch-up';
import type { Parts } from '../parts.ts';
import { changedVaults } from '#domain/vaults/vault-schedule';
import type { Session } from '../store/db/database.ts';
import { readHeadShared } from '../store/terms/head.ts';
import type { Plan } from '../store/write/plan.ts';
import { dueVaultsOf, lockDueUsers, parkVaults, scheduleVaults } from '../store/vaults/vaults.ts';
import { lockUser } from '../store/users/users.ts';
import { writePlans } from '../store/write/write-plans.ts';
import type { Job } from './job.ts';

const BATCH = 200;

/**
 * Does what vaults' clocks have made due: rewards at maturity, restake or release at a window's end,
 * each dated when it was due. Any number of nodes may sweep; each takes users that no other holds.
 */
export function sweepVaults(parts: Parts): Job {
  return {
    name: 'sweep-vaults',
    everyMs: 5 * SECOND_MS,
    async run() {
      for (;;) {
        const swept = await sweep(parts).catch((err: unknown) => oneByOne(parts, err));
        if (swept === 0) return;
      }
    },
  };
}

/** One batch of users in one transaction; answers how many there were. */
async function sweep(parts: Parts): Promise<number> {
  return parts.database.transaction(async (session) => {
    const { now, terms } = await inForce(parts, session);
    const users = await lockDueUsers(session, now, BATCH);
    if (users.length > 0) await sweepUsers(session, users, terms, now);
    return users.length;
  });
}

/** Time and terms of one moment: who changes the terms waits until the sweep has written. */
async function inForce(
  { rules }: Parts,
  session: Session,
): Promise<{ readonly now: Instant; readonly terms: Terms }> {
  const { now, termsVersion } = await readHeadShared(session);
  return { now, terms: (await rules.at(termsVersion, session)).terms };
}

async function sweepUsers(
  session: Session,
  users: readonly { readonly id: string; readonly version: bigint }[],
  terms: Terms,
  now: Instant,
): Promise<void> {
  const due = await dueVaultsOf(
    session,
    now,
    users.map(({ id }) => id),
  );
  const plans: Plan[] = [];
  const unmoved: Vault[] = [];
  for (const { id, version } of users) {
    const before = due.filter(({ userId }) => userId === id);
    const { next, journals, items } = catchUpAll(before, terms, now);
    unmoved.push(...before.filter((vault, i) => vault === next[i]));
    const vaults = changedVaults(before, next, terms);
    if (vaults.length > 0) plans.push({ userId: id, version, now, journals, items, vaults });
  }
  if (plans.length > 0 && (await writePlans(session, plans)).includes(false)) {
    throw new Error('a user changed under lock');
  }
  // What a pause holds open is looked at again when it would end, or a little later.
  const later = unmoved.map((vault) => ({
    id: vault.id,
    at: dueAt(vault, terms) ?? after(now, MINUTE_MS),
  }));
  if (later.length > 0) await scheduleVaults(session, later);
}

/** The batch could not be written: each user alone, and whoever it fails for is put aside. */
async function oneByOne(parts: Parts, err: unknown): Promise<number> {
  const { database, alert } = parts;
  const users = await database.transaction(async (session) => {
    const { now } = await inForce(parts, session);
    return lockDueUsers(session, now, BATCH);
  });
  for (const { id } of users) {
    try {
      await database.transaction(async (session) => {
        const { now, terms } = await inForce(parts, session);
        const version = await lockUser(session, id);
        await sweepUsers(session, [{ id, version }], terms, now);
      });
    } catch (alone) {
      alert('a vault could not be decided and is put aside', {
        userId: id,
        err: alone,
        batch: err,
      });
      await database.transaction(async (session) => {
        const { now } = await inForce(parts, session);
        await parkVaults(session, id, now);
      });
    }
  }
  return users.length;
}
