import type { OpenFeePayment } from '#domain/vaults/fee-credit';
import type { Lamports } from '#domain/base/money';
import { type Instant, iso } from '#domain/base/time';
import { type Session, only, statement } from '../db/database.ts';

/** A payment that was taken as a fee at confirmed and is not final yet. */
export interface UnfinalFee {
  readonly id: string;
  readonly userId: string;
  readonly payer: string;
  readonly signature: string;
  readonly amount: Lamports;
  readonly slot: number;
}

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly payer: string;
  readonly signature: string;
  readonly amount: Lamports;
  readonly slot: bigint | null;
}

/** A fee payment that may still vanish. */
export type OpenFee = OpenFeePayment & { readonly signature: string };

export const OPEN_FEE_COLUMNS = [
  ['signature', 'text'],
  ['paid', 'bigint'],
  ['used', 'bigint'],
] as const;

/** Fee payments of a user that may still vanish, with what their stakes took of them. */
export const openFees = (userId: string): string =>
  `(select p.signature, p.amount as paid, coalesce(v.fee_paid, 0) as used
    from payments p left join vaults v on v.id = p.subject
    where p.user_id = ${userId} and p.purpose = 'fee' and not p.finalized)`;
const OPEN_OF_USER = statement('fees-open-of-user', `select * from ${openFees('$1')} o`);
const UNFINAL = statement(
  'fees-unfinal',
  `select id, user_id, payer, signature, amount, slot from payments
   where purpose = 'fee' and not finalized and id > $1 order by id limit $2`,
);
const FINALIZE = statement(
  'fee-finalize',
  'update payments set finalized = true where id = $1 and not finalized returning id',
);
const FREE = statement(
  'fee-free',
  'delete from payments where id = $1 and not finalized returning id',
);
const UNSEEN = statement(
  'fee-unseen',
  `insert into unseen_fees as f (user_id, signature, slot, at) values ($1, $2, $3, $4)
   on conflict (user_id, signature) do update set at = excluded.at returning f.slot`,
);
const TIDY = statement('fees-unseen-tidy', 'delete from unseen_fees where at < $1');

/** Fee payments of a user that may still vanish, with what their stakes took of them. */
export async function openFeesOf(session: Session, userId: string): Promise<OpenFee[]> {
  return session.query(OPEN_OF_USER, [userId]);
}

/** In id order after `after`. */
export async function unfinalFees(
  session: Session,
  after: string,
  limit: number,
): Promise<UnfinalFee[]> {
  const rows = await session.query<Row>(UNFINAL, [after, limit]);
  return rows.map(({ user_id, slot, ...row }) => ({
    ...row,
    userId: user_id,
    slot: Number(slot ?? 0n),
  }));
}

/** False where somebody else has done it, or it is gone. */
export async function finalizeFee(session: Session, id: string): Promise<boolean> {
  return (await session.query(FINALIZE, [id])).length === 1;
}

/** A fee payment that was rolled back is used for nothing any more; false where it is already gone or final. */
export async function freeFee(session: Session, id: string): Promise<boolean> {
  return (await session.query(FREE, [id])).length === 1;
}

/** The slot at which the chain first did not know a posted fee payment; from now on this one, where it is the first. */
export async function unseenSince(
  session: Session,
  userId: string,
  signature: string,
  slot: number,
  now: Instant,
): Promise<number> {
  const params = [userId, signature, slot, iso(now)];
  return Number(only(await session.query<{ slot: bigint }>(UNSEEN, params)).slot);
}

/** Forgets posted payments that nobody has asked about for long. */
export async function forgetUnseen(session: Session, before: Instant): Promise<void> {
  await session.query(TIDY, [iso(before)]);
}
