import type { Apy, Lamports, Lmt } from '#domain/base/money';
import { type Instant, iso } from '#domain/base/time';
import type { RestakeType, Vault } from '#domain/vaults/vault';
import { type Session, anyOf, arrayOf, statement } from '../db/database.ts';

export interface VaultRow {
  readonly id: string;
  readonly user_id: string;
  readonly status: Vault['status'];
  readonly amount: Lmt;
  readonly original_amount: Lmt;
  readonly posted_rewards: Lmt;
  readonly rewards_offset: bigint;
  readonly total_rewards_earned: Lmt;
  readonly withdrawn: Lmt;
  readonly cycle_number: number;
  readonly cycle_starts_at: Instant | null;
  readonly cycle_ends_at: Instant | null;
  readonly cycle_apy: Apy | null;
  readonly matured: boolean;
  readonly vesting_starts_at: Instant;
  readonly vesting_ends_at: Instant;
  readonly auto_restake: boolean;
  readonly last_restake_type: RestakeType | null;
  readonly last_restake_fee: Lmt | null;
  readonly last_restake_at: Instant | null;
  readonly fee_paid: Lamports;
  readonly fee_signature: string | null;
  readonly fee_finalized: boolean;
  readonly completed_at: Instant | null;
  readonly released: boolean;
  readonly voided: boolean;
  readonly created_at: Instant;
}

export const VAULT_COLUMNS = `v.id, v.user_id, v.status, v.amount, v.original_amount, v.posted_rewards,
  v.rewards_offset, v.total_rewards_earned, v.withdrawn, v.cycle_number, v.cycle_starts_at,
  v.cycle_ends_at, v.cycle_apy, v.matured, v.vesting_starts_at, v.vesting_ends_at, v.auto_restake,
  v.last_restake_type, v.last_restake_fee, v.last_restake_at, v.fee_paid, v.fee_signature,
  v.fee_finalized, v.completed_at, v.released, v.voided, v.created_at`;

export function vaultOf(row: VaultRow): Vault {
  const { cycle_starts_at: startsAt, cycle_ends_at: endsAt, cycle_apy: apy } = row;
  const { last_restake_type: type, last_restake_fee: fee, last_restake_at: at } = row;
  return {
    id: row.id,
    userId: row.user_id,
    status: row.status,
    amount: row.amount,
    originalAmount: row.original_amount,
    postedRewards: row.posted_rewards,
    rewardsOffset: row.rewards_offset,
    totalRewardsEarned: row.total_rewards_earned,
    withdrawn: row.withdrawn,
    cycleNumber: row.cycle_number,
    cycle: startsAt !== null && endsAt !== null && apy !== null ? { startsAt, endsAt, apy } : null,
    matured: row.matured,
    vestingStartsAt: row.vesting_starts_at,
    vestingEndsAt: row.vesting_ends_at,
    autoRestake: row.auto_restake,
    lastRestake: type !== null && fee !== null && at !== null ? { type, fee, at } : null,
    feePaid: row.fee_paid,
    feeSignature: row.fee_signature,
    feeFinalized: row.fee_finalized,
    completedAt: row.completed_at,
    released: row.released,
    voided: row.voided,
    createdAt: row.created_at,
  };
}

/** A vault with what a decision about it needs. */
export interface VaultToDecide {
  readonly vault: Vault;
  readonly version: bigint;
  readonly now: Instant;
  readonly termsVersion: bigint;
}

const TO_DECIDE = statement(
  'vault-to-decide',
  `select ${VAULT_COLUMNS}, u.version, p.terms_version, protocol_time(p.clock_offset_ms) as now
   from vaults v join users u on u.id = v.user_id, protocol p
   where v.id = $1 and v.deleted_at is null`,
);
const OF_USER = statement(
  'vaults-of-user',
  `select ${VAULT_COLUMNS} from vaults v where v.user_id = $1 and v.deleted_at is null
   order by v.created_at desc, v.id desc`,
);
const BY_FEE = statement(
  'vault-by-fee',
  `select ${VAULT_COLUMNS} from vaults v
   where v.user_id = $1 and v.fee_signature = $2 and not v.voided and v.deleted_at is null`,
);
const OF_PAYMENT = statement(
  'vault-of-payment',
  `select ${VAULT_COLUMNS} from vaults v
   where v.user_id = $1 and v.fee_signature = $2 and not v.voided`,
);
const DUE_USERS = statement(
  'vaults-due-users',
  `select id, version from users where id in (
     select user_id from vaults where due_at <= $1 order by due_at limit $2)
   order by id for update skip locked`,
);
const DUE_OF = statement(
  'vaults-due-of',
  `select ${VAULT_COLUMNS} from vaults v
   where v.due_at <= $1 and v.user_id = ${anyOf(2)} order by v.created_at, v.id`,
);
const SCHEDULE = statement(
  'vaults-schedule',
  `update vaults v set due_at = s.at
   from unnest($1::text::uuid[], $2::text::timestamptz[]) as s(id, at) where v.id = s.id`,
);
const REVIEW_WINDOWS = statement(
  'vaults-review-windows',
  `update vaults set due_at = $1 where matured and status = 'active' and due_at is not null`,
);
const PARK = statement(
  'vault-park',
  'update vaults set due_at = null, parked_at = $2 where user_id = $1 and due_at <= $2',
);

/** Null where there is no such vault. */
export async function vaultToDecide(session: Session, id: string): Promise<VaultToDecide | null> {
  type Decided = VaultRow & { version: bigint; terms_version: bigint; now: Instant };
  const [row] = await session.query<Decided>(TO_DECIDE, [id]);
  if (!row) return null;
  const { version, now, terms_version: termsVersion } = row;
  return { vault: vaultOf(row), version, now, termsVersion };
}

/** Newest first. */
export async function vaultsOf(session: Session, userId: string): Promise<Vault[]> {
  return (await session.query<VaultRow>(OF_USER, [userId])).map(vaultOf);
}

/** The stake that a fee payment paid for; null where for none. */
export async function vaultByFee(
  session: Session,
  userId: string,
  signature: string,
): Promise<Vault | null> {
  const [row] = await session.query<VaultRow>(BY_FEE, [userId, signature]);
  return row ? vaultOf(row) : null;
}

/** The same, one that the owner has deleted included: what a payment did is undone there too. */
export async function vaultOfPayment(
  session: Session,
  userId: string,
  signature: string,
): Promise<Vault | null> {
  const [row] = await session.query<VaultRow>(OF_PAYMENT, [userId, signature]);
  return row ? vaultOf(row) : null;
}

/** Users with due vaults and their versions, locked in the caller's transaction; those that somebody else holds are left to them. */
export async function lockDueUsers(
  transaction: Session,
  now: Instant,
  limit: number,
): Promise<{ readonly id: string; readonly version: bigint }[]> {
  return transaction.query(DUE_USERS, [iso(now), limit]);
}

/** The due vaults of some users, oldest first. */
export async function dueVaultsOf(
  session: Session,
  now: Instant,
  userIds: readonly string[],
): Promise<Vault[]> {
  return (await session.query<VaultRow>(DUE_OF, [iso(now), arrayOf(userIds)])).map(vaultOf);
}

/** Sets when vaults are next to be looked at; it changes nothing else about them. */
export async function scheduleVaults(
  session: Session,
  vaults: readonly { readonly id: string; readonly at: Instant }[],
): Promise<void> {
  await session.query(SCHEDULE, [
    arrayOf(vaults.map(({ id }) => id)),
    arrayOf(vaults.map(({ at }) => iso(at))),
  ]);
}

/** Has every open window looked at again: a pause that has ended moved their ends. */
export async function reviewWindows(session: Session, now: Instant): Promise<void> {
  await session.query(REVIEW_WINDOWS, [iso(now)]);
}

/** Puts a user's due vaults aside that cannot be decided, so that they hold up nobody else. */
export async function parkVaults(session: Session, userId: string, now: Instant): Promise<void> {
  await session.query(PARK, [userId, iso(now)]);
}
