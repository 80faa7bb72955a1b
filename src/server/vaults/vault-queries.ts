import type { EntityRow } from '../kernel/entities/entity.ts';
import { VAULT } from '../kernel/entities/vault.ts';
import { type Instant, iso } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { sweepRetryAt } from '#domain/vaults/vault-sweep';
import type { DueUser } from '../kernel/write/due-writes.ts';
import { type Session, anyOf, arrayOf, statement } from '../kernel/db/database.ts';

const OF_USER = statement(
  'vaults-of-user',
  `select ${VAULT.select('v')} from vaults v where v.user_id = $1 and v.deleted_at is null
   order by v.created_at desc, v.id desc`,
);
const BY_FEE = statement(
  'vault-by-fee',
  `select ${VAULT.select('v')} from vaults v
   where v.user_id = $1 and v.fee_signature = $2 and not v.voided and v.deleted_at is null`,
);
const DUE_USERS = statement(
  'vaults-due-users',
  `select u.id, u.version from vaults v join users u on u.id = v.user_id
   where v.due_at <= $1 order by v.due_at limit $2 for update of u skip locked`,
);
const DUE_OF = statement(
  'vaults-due-of',
  `select ${VAULT.select('v')} from vaults v
   where v.due_at <= $1 and v.user_id = ${anyOf(2)} order by v.created_at, v.id`,
);
const FAILURES = statement(
  'vault-failures',
  'select failures from vaults where id = $1 and due_at <= $2 for update',
);
/** Selects retries more than two hours ahead. A retry is at most an hour ahead, so these were set under clock skew. */
const RECALL = statement(
  'vaults-recall',
  `update vaults set due_at = (select protocol_now()) where failures > 0
     and due_at > (select protocol_now()) + interval '2 hours'`,
);
const POSTPONE = statement(
  'vault-postpone',
  'update vaults set failures = $2, due_at = $3, parked_at = $4 where id = $1',
);

/** Returns a user's vaults, newest first. */
export async function vaultsOf(session: Session, userId: string): Promise<Vault[]> {
  return (await session.query<EntityRow>(OF_USER, [userId])).map(VAULT.read);
}

/** Returns the stake that a fee payment paid for; null if it paid for none. */
export async function vaultByFee(
  session: Session,
  userId: string,
  signature: string,
): Promise<Vault | null> {
  const [row] = await session.query<EntityRow>(BY_FEE, [userId, signature]);
  return row ? VAULT.read(row) : null;
}

/**
 * Locks the users whose vaults have been due longest, in the caller's transaction. Skips users that another
 * transaction has locked.
 */
export async function lockDueUsers(
  transaction: Session,
  now: Instant,
  limit: number,
): Promise<DueUser[]> {
  const rows = await transaction.query<DueUser>(DUE_USERS, [iso(now), limit]);
  return [...new Map(rows.map((user) => [user.id, user])).values()];
}

/** Returns the due vaults of some users, oldest first. */
export async function dueVaultsOf(
  session: Session,
  now: Instant,
  userIds: readonly string[],
): Promise<Vault[]> {
  return (await session.query<EntityRow>(DUE_OF, [iso(now), arrayOf(userIds)])).map(VAULT.read);
}

/** Makes due the failed vaults whose next try lies implausibly far in the future. */
export async function recallVaults(session: Session): Promise<void> {
  await session.query(RECALL);
}

/** Schedules the next try of a due vault that could not be decided. Returns true if the vault is parked instead. */
export async function postponeVault(
  transaction: Session,
  now: Instant,
  { id }: Pick<Vault, 'id'>,
): Promise<boolean> {
  const [row] = await transaction.query<{ failures: number }>(FAILURES, [id, iso(now)]);
  if (!row) return false;
  const failures = row.failures + 1;
  const at = sweepRetryAt(failures, now);
  await transaction.query(POSTPONE, [id, failures, at && iso(at), at ? null : iso(now)]);
  return at === null;
}
