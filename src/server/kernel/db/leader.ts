import { randomUUID } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { type Database, type Session, statement } from './database.ts';

/** Duration of a lease after its last renewal. */
const HELD_MS = 10 * SECOND_MS;
/** Interval at which a leader renews its lease, and other nodes try to take it. */
const RENEW_MS = 3 * SECOND_MS;
/** A lease that ends later than this was written while the database's clock was ahead: it counts as expired. */
const FUTURE_MS_MAX = MINUTE_MS;

const JOBS = 'jobs';

const TAKE = statement(
  'lease-take',
  `insert into leases as l (name, holder, held_until, fence)
   values ($1, $2, db_now() + make_interval(secs => $3::float8 / 1000), 1)
   on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until,
     fence = l.fence + case when l.holder = excluded.holder then 0 else 1 end
     where l.holder = excluded.holder or l.held_until < db_now()
       or l.held_until > db_now() + interval '${FUTURE_MS_MAX} ms'
   returning fence`,
);
// The row stays: its fencing number must never begin again.
const RESIGN = statement(
  'lease-leave',
  `update leases set held_until = '-infinity' where holder = $1`,
);

/**
 * Fencing number of the jobs' lease as this node last took it; `SOLE_LEADER_FENCE` if no other node can lead,
 * -1 if this node has never led.
 */
export type Fence = bigint;
export const SOLE_LEADER_FENCE: Fence = 0n;
const NEVER_LED: Fence = -1n;

/**
 * SQL condition: true while no other node has taken the jobs' lease since `$n` was its fencing number. The row is
 * locked until the statement's transaction ends, so a take-over waits for a write that has passed the check.
 */
export const isFenced = (n: number): string =>
  `($${n}::bigint = ${SOLE_LEADER_FENCE} or exists (select from leases
     where name = '${JOBS}' and fence = $${n}::bigint for share))`;

const IS_CURRENT = statement('lease-stands', `select ${isFenced(1)} as "isCurrent"`);

/** True while no other node has taken the lease. */
export async function isFenceCurrent(session: Session, fence: Fence): Promise<boolean> {
  const [row] = await session.query<{ isCurrent: boolean }>(IS_CURRENT, [fence]);
  return row?.isCurrent === true;
}

/** Leader election: whether this node runs the jobs of which one node runs each. */
export interface Leader {
  readonly leads: () => Promise<boolean>;
  readonly fence: () => Fence;
  /** Gives the lease up immediately (used on shutdown). */
  readonly resign: () => Promise<void>;
}

/** A node whose database no other node can open. */
export const SOLE_LEADER: Leader = {
  leads: async () => true,
  fence: () => SOLE_LEADER_FENCE,
  resign: async () => {},
};

/**
 * Elects the leader by a lease in the database. A paused node may believe that it still leads until it next renews the
 * lease, so critical writes check the fencing number in their own statement (`isFenced`).
 */
export function leaderByLease(database: Database, name = JOBS, heldMs = HELD_MS): Leader {
  const holder = randomUUID();
  let renewed: { readonly at: number; readonly isLeader: Promise<boolean> } | null = null;
  let taken = NEVER_LED;
  const renew = async (): Promise<boolean> => {
    const [row] = await database.query<{ fence: bigint }>(TAKE, [name, holder, heldMs]);
    if (row) taken = row.fence;
    return row !== undefined;
  };
  return {
    leads: () => {
      const at = performance.now();
      if (!renewed || at - renewed.at >= RENEW_MS) renewed = { at, isLeader: renew() };
      return renewed.isLeader;
    },
    fence: () => taken,
    resign: async () => {
      await database.query(RESIGN, [holder]);
    },
  };
}
