import type { Lamports, Usdc } from '#domain/base/money';
import type { Payout, PayoutPurpose } from '#domain/sells/payout';
import { type Instant, iso } from '#domain/base/time';
import { noteChange } from '../db/changes.ts';
import { type Session, anyOf, arrayOf, only, statement } from '../db/database.ts';
import { lock } from '../db/locks.ts';

interface Row {
  readonly id: string;
  readonly purpose: Payout['purpose'];
  readonly subject: string;
  readonly user_id: string | null;
  readonly token: Payout['token'];
  readonly amount: Payout['amount'];
  readonly receiver: string;
  readonly status: Payout['status'];
  readonly built: string;
  readonly signed: string | null;
  readonly signature: string | null;
  readonly last_valid_block_height: bigint;
  readonly built_slot: bigint;
  readonly costs: Lamports;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly settled_at: Instant | null;
  readonly err: string | null;
}

const COLUMNS = `id, purpose, subject, user_id, token, amount, receiver, status, built, signed,
  signature, last_valid_block_height, built_slot, costs, created_at, expires_at, settled_at, err`;

const payoutOf = (row: Row): Payout => ({
  id: row.id,
  purpose: row.purpose,
  subject: row.subject,
  userId: row.user_id,
  token: row.token,
  amount: row.amount,
  receiver: row.receiver,
  status: row.status,
  built: row.built,
  signed: row.signed,
  signature: row.signature,
  lastValidBlockHeight: Number(row.last_valid_block_height),
  builtSlot: Number(row.built_slot),
  costs: row.costs,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  settledAt: row.settled_at,
  err: row.err,
});

const OPEN = `status in ('awaiting-signature', 'sent')`;
const ADD = statement(
  'payout-add',
  `insert into payouts (${COLUMNS}) values ($1, $2::payout_purpose, $3, $4, $5::pay_token, $6, $7,
     $8::payout_status, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
);
const UPDATE = statement(
  'payout-update',
  `update payouts set status = $2::payout_status, signed = $3, signature = $4, settled_at = $5,
     err = $6 where id = $1`,
);
const OPEN_OF = statement(
  'payout-open-of',
  `select ${COLUMNS} from payouts where purpose = $1::payout_purpose and subject = $2 and ${OPEN}`,
);
const LOCKED = statement(
  'payout-locked',
  `select ${COLUMNS} from payouts where id = $1 for update`,
);
const OPEN_AFTER = statement(
  'payouts-open-after',
  `select ${COLUMNS} from payouts where ${OPEN} and id > $1 order by id limit $2`,
);
const LATEST_OF = statement(
  'payouts-latest-of',
  `select distinct on (subject) ${COLUMNS} from payouts where subject = ${anyOf(1)}
   order by subject, created_at desc, id desc`,
);
const SPOKEN_FOR = statement(
  'payouts-spoken-for',
  `select coalesce(sum(amount) filter (where token = 'SOL'), 0)::bigint as lamports,
     coalesce(sum(amount) filter (where token = 'USDC'), 0)::bigint as usdc,
     coalesce(sum(costs), 0)::bigint as costs
   from payouts where ${OPEN} or (status in ('finalized', 'failed') and settled_at >= $1)`,
);
const FAILED_AT = statement(
  'payout-failed-at',
  `select max(settled_at) as at from payouts
   where user_id = $1 and status = 'failed' and purpose = 'sell'`,
);

/** Holds every other reservation of the treasury's money off until the caller's transaction ends. */
export async function lockTreasury(transaction: Session): Promise<void> {
  await lock(transaction, 'treasury');
}

export async function addPayout(session: Session, p: Payout): Promise<void> {
  await session.query(ADD, [
    p.id,
    p.purpose,
    p.subject,
    p.userId,
    p.token,
    p.amount,
    p.receiver,
    p.status,
    p.built,
    p.signed,
    p.signature,
    p.lastValidBlockHeight,
    p.builtSlot,
    p.costs,
    iso(p.createdAt),
    iso(p.expiresAt),
    p.settledAt && iso(p.settledAt),
    p.err,
  ]);
}

/** Writes where a payout stands; what it pays never changes. */
export async function updatePayout(session: Session, p: Payout): Promise<void> {
  const settledAt = p.settledAt && iso(p.settledAt);
  noteChange(session, { userIds: p.userId === null ? [] : [p.userId], topics: ['admin'] });
  await session.query(UPDATE, [p.id, p.status, p.signed, p.signature, settledAt, p.err]);
}

/** The payout of a request, deposit or credit that can still pay; null where there is none. */
export async function openPayoutOf(
  session: Session,
  purpose: PayoutPurpose,
  subject: string,
): Promise<Payout | null> {
  const [row] = await session.query<Row>(OPEN_OF, [purpose, subject]);
  return row ? payoutOf(row) : null;
}

/** A payout, locked in the caller's transaction. */
export async function lockPayout(transaction: Session, id: string): Promise<Payout> {
  return payoutOf(only(await transaction.query<Row>(LOCKED, [id])));
}

/** Payouts that can still pay, in id order after `after`. */
export async function openPayouts(
  session: Session,
  after: string,
  limit: number,
): Promise<Payout[]> {
  return (await session.query<Row>(OPEN_AFTER, [after, limit])).map(payoutOf);
}

/** The newest payout of each subject that has one. */
export async function latestPayouts(
  session: Session,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Payout>> {
  if (subjects.length === 0) return new Map();
  const rows = await session.query<Row>(LATEST_OF, [arrayOf(subjects)]);
  return new Map(rows.map((row) => [row.subject, payoutOf(row)]));
}

/**
 * What payouts take of the treasury that a balance read since `since` may not show yet: open ones, and
 * those that landed meanwhile.
 */
export async function spokenFor(
  session: Session,
  since: Instant,
): Promise<{ readonly lamports: Lamports; readonly usdc: Usdc; readonly costs: Lamports }> {
  return only(await session.query(SPOKEN_FOR, [iso(since)]));
}

const EXPIRED = statement(
  'payouts-expired',
  `select count(*)::integer as count from payouts where subject = $1 and status = 'expired'
     and created_at > coalesce((select max(created_at) from payouts
       where subject = $1 and status = 'failed'), '-infinity')`,
);

/** How many transactions of a subject have expired since one of its payouts last failed. */
export async function countExpired(session: Session, subject: string): Promise<number> {
  return only(await session.query<{ count: number }>(EXPIRED, [subject])).count;
}

/** When a payout of the user last failed; null if never. */
export async function payoutFailedAt(session: Session, userId: string): Promise<Instant | null> {
  return only(await session.query<{ at: Instant | null }>(FAILED_AT, [userId])).at;
}
