import { type Instant, iso } from '#domain/base/time';
import type { UsedPayment } from '#domain/payments/payment';
import type { OpenFeePayment } from '#domain/payments/fee-credit';
import { type Session, only, statement } from '../kernel/db/database.ts';
import { jsonRows, rowReader } from '../kernel/db/json-rows.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { PAYMENT } from '../kernel/entities/payment.ts';

/** Fee payment of a user that is not finalized, so that it may be dropped. */
type OpenFee = OpenFeePayment & { readonly signature: string };

const OPEN_FEE_COLUMNS = [
  ['signature', 'text'],
  ['paid', 'bigint'],
  ['used', 'bigint'],
] as const;

/** Selects a user's fee payments that are not finalized, with the amount that stakes have used. */
const openFees = (userId: string): string =>
  `(select p.signature, p.amount as paid, coalesce(v.fee_paid, 0) as used
    from payments p left join vaults v on v.id = p.subject
    where p.user_id = ${userId} and p.purpose = 'fee' and not p.finalized)`;
/** SQL of a column with the open fee payments of a user; `feeRows` parses it. */
export const openFeeColumn = (userId: string): string =>
  jsonRows(OPEN_FEE_COLUMNS, 'o', `from ${openFees(userId)} o`);
export const feeRows = rowReader<OpenFee>(OPEN_FEE_COLUMNS);
const OPEN_OF_USER = statement('fees-open-of-user', `select * from ${openFees('$1')} o`);
const UNFINAL = statement(
  'fees-unfinal',
  `select ${PAYMENT.select('p')} from payments p
   where p.purpose = 'fee' and not p.finalized and p.id > $1 order by p.id limit $2`,
);
const UNSEEN = statement(
  'fee-unseen',
  `insert into unseen_fees as f (user_id, signature, slot, at) values ($1, $2, $3, $4)
   on conflict (user_id, signature) do update set at = excluded.at returning f.slot::float8 as slot`,
);
const OTHERS_UNSEEN = statement(
  'fees-unseen-of-user',
  'select count(*)::integer as count from unseen_fees where user_id = $1 and signature <> $2',
);
const TIDY = statement('fees-unseen-tidy', 'delete from unseen_fees where at < $1');

/** Returns a user's fee payments that are not finalized, with the amount that stakes have used. */
export async function openFeesOf(session: Session, userId: string): Promise<OpenFee[]> {
  return session.query(OPEN_OF_USER, [userId]);
}

/** Returns a page of fee payments that are confirmed but not finalized, in id order. */
export async function unfinalFees(
  session: Session,
  after: string,
  limit: number,
): Promise<UsedPayment[]> {
  return (await session.query<EntityRow>(UNFINAL, [after, limit])).map(PAYMENT.read);
}

/** Posted payment that the chain did not know at a slot. */
interface UnseenFee {
  readonly userId: string;
  readonly signature: string;
  readonly slot: number;
  readonly now: Instant;
}

/** Returns the slot at which the chain first did not know a posted fee payment. Stores `slot` if it is the first. */
export async function unseenSince(
  session: Session,
  { userId, signature, slot, now }: UnseenFee,
): Promise<number> {
  const params = [userId, signature, slot, iso(now)];
  return only(await session.query<{ slot: number }>(UNSEEN, params)).slot;
}

/** Returns the number of a user's other posted fee payments that the chain did not know. */
export async function otherUnseenFees(
  session: Session,
  userId: string,
  signature: string,
): Promise<number> {
  return only(await session.query<{ count: number }>(OTHERS_UNSEEN, [userId, signature])).count;
}

/** Deletes records of posted payments that were last requested before an instant. */
export async function deleteOldUnseenFees(session: Session, before: Instant): Promise<void> {
  await session.query(TIDY, [iso(before)]);
}

const FORGET = statement('fee-quotes-forget', 'delete from fee_quotes where expires_at < $1');

/**
 * Deletes quotes that expired before an instant. A payment that names a deleted quote counts as one without a
 * quote.
 */
export async function deleteOldFeeQuotes(session: Session, before: Instant): Promise<void> {
  await session.query(FORGET, [iso(before)]);
}
