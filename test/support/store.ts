import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Bond, announceBond, bondItem, confirmBond } from '#domain/bonds/bond';
import { type Journal, move, system, unstakedOf } from '#domain/base/ledger';
import { lamports, lmt } from '#domain/base/money';
import { DAY_MS, type Instant, after } from '#domain/base/time';
import {
  type Param,
  type Session,
  type Statement,
  only,
  statement,
} from '#server/kernel/db/database';
import { newId } from '#server/kernel/db/ids';
import { BOND } from '#server/kernel/entities/bond';
import type { EntityRow } from '#server/kernel/entities/entity';
import type { Plan } from '#server/kernel/write/plan';
import type { NewPayment } from '#domain/payments/payment';
import { createUser } from '#server/users/user-queries';
import { PRICES, T0 } from '#test/domain/builders';

/** Builds a statement for one test, named after its text. */
function sql(text: string): Statement {
  return statement(`test-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`, text);
}

/** Returns the rows of an ad hoc statement. */
export function ask<Row>(session: Session, text: string, params?: readonly Param[]) {
  return session.query<Row>(sql(text), params);
}

/** Waits until `waiters` sessions wait for a lock, on PostgreSQL. */
export async function untilWaiting(session: Session, waiters = 1): Promise<void> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => ask(session, waiting)).toHaveLength(waiters);
}

/** Returns a bond with its user's version; null if there is none. */
export async function storedBond(
  session: Session,
  id: string,
): Promise<{ readonly bond: Bond; readonly version: bigint } | null> {
  const [row] = await ask<EntityRow & { version: bigint }>(
    session,
    `select ${BOND.select('b')}, u.version from bonds b join users u on u.id = b.user_id
     where b.id = $1 and b.deleted_at is null`,
    [id],
  );
  return row ? { bond: BOND.read(row), version: row.version } : null;
}

/** Creates a user with a random wallet; returns the id. */
export async function newUser(session: Session, now: Instant = T0): Promise<string> {
  const id = newId(now);
  const made = await createUser(session, { id, wallet: randomWallet(), username: 'User' }, now);
  if (!made) throw new Error('the user was there already');
  return id;
}

/** Looks like an address; no two are alike. */
const randomWallet = (): string => `W${randomBytes(20).toString('hex')}`;
/** Looks like a signature; no two are alike. */
const randomSignature = (): string => randomBytes(44).toString('hex');

export async function versionOf(session: Session, userId: string): Promise<bigint> {
  const rows = await ask<{ version: bigint }>(session, 'select version from users where id = $1', [
    userId,
  ]);
  return only(rows).version;
}

/** Returns the user's unstaked LMT. */
export async function unstaked(session: Session, userId: string): Promise<bigint> {
  const rows = await ask<{ amount: bigint }>(
    session,
    `select amount from balances where ref = $1 and kind = 'unstaked'`,
    [userId],
  );
  return only(rows).amount;
}

/** Builds a journal that issues LMT to a user. */
export const issued = (userId: string, units: bigint, at: Instant = T0): Journal => ({
  kind: 'adjusted',
  at,
  userId,
  subject: userId,
  postings: move(system('issuance', 'LMT'), unstakedOf(userId), lmt(units)),
});

/** Builds a plan that issues LMT to a user, decided on a version. */
export function issuePlan(
  userId: string,
  version: bigint,
  { units = 1n, now = T0 }: { readonly units?: bigint; readonly now?: Instant } = {},
): Plan {
  return { userId, version, now, journals: [issued(userId, units, now)], items: [] };
}

/** Builds a payment of one lamport as a staking fee, unless overridden. */
export function usedPayment(given: Partial<NewPayment> = {}): NewPayment {
  const whole: NewPayment = {
    signature: randomSignature(),
    id: randomUUID(),
    purpose: 'fee',
    subject: randomUUID(),
    payer: randomWallet(),
    token: 'SOL',
    amount: lamports(1n),
    feeTaken: lamports(0n),
    blockTime: T0,
    slot: 1,
    finalized: true,
  };
  return { ...whole, ...given };
}

export interface PaidBond {
  readonly bond: Bond;
  readonly plan: Plan;
}

/** Builds a bond with its own payment, and all its writes. */
export function paidBond(userId: string, version: bigint, now: Instant = T0): PaidBond {
  const asked = { id: newId(now), userId, token: 'SOL', amount: lamports(4_935_000_000n) } as const;
  const paid = {
    signature: randomSignature(),
    token: 'SOL',
    amount: asked.amount,
    blockTime: now,
    slot: 1,
    finalized: true,
  } as const;
  const { next, journals } = confirmBond(
    announceBond({ asked, signature: paid.signature, prices: PRICES }, now).next,
    { payment: { ...paid, payerUserId: userId }, lmtAmount: lmt(100_000_000n) },
  );
  const used = usedPayment({ ...paid, purpose: 'bond', subject: next.id });
  return {
    bond: next,
    plan: {
      userId,
      version,
      now,
      journals,
      items: [bondItem(next)],
      bonds: [next],
      payments: [used],
    },
  };
}

/** Returns an instant long enough ago that a bond paid then can be claimed. */
export const longAgo = (now: Instant): Instant => after(now, -2 * DAY_MS);

/** Returns the number of rows of each table and partition. */
export async function rowCounts(session: Session): Promise<Record<string, bigint>> {
  const tables = await ask<{ name: string }>(
    session,
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const counts: Record<string, bigint> = {};
  for (const { name } of tables) {
    counts[name] = only(
      await ask<{ rows: bigint }>(session, `select count(*) as rows from "${name}"`),
    ).rows;
  }
  return counts;
}

/** Runs a script with triggers disabled. */
export function behindTriggers(session: Session, script: string): Promise<void> {
  return session.exec(
    `set session_replication_role = replica; ${script}; set session_replication_role = origin;`,
  );
}

/** Waits until a session of this database waits for a lock. */
export async function waitsForLock(session: Session): Promise<void> {
  for (;;) {
    const waiting = await ask(
      session,
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (waiting.length > 0) return;
  }
}
