import type { Deposit } from '#domain/bonds/unmatched-deposit';
import { type Session, statement } from '../db/database.ts';

const OF_BOND = statement(
  'payment-of-bond',
  `select nullif(p.payer, '') as sender, d.id as "depositId", p.signature, p.amount,
     p.block_time as "blockTime", coalesce(p.slot, 0)::integer as slot
   from payments p left join deposits d on d.signature = p.signature and d.token = p.token
     and coalesce(d.sender, '') = p.payer
   where p.subject = $1 and p.purpose = 'bond'`,
);

/** Who paid for a bond and how, and the deposit that it was before it was assigned. */
export interface BondPayment extends Omit<Deposit, 'id' | 'token'> {
  readonly depositId: string | null;
}

/** Null where nobody has paid. */
export async function paymentOfBond(session: Session, bondId: string): Promise<BondPayment | null> {
  return (await session.query<BondPayment>(OF_BOND, [bondId]))[0] ?? null;
}

const LIST = statement(
  'payment-list',
  `update payments set purpose = 'deposit', subject = $2, user_id = null
   where subject = $1 and purpose = 'bond'`,
);

/** The payment of a deleted bond is an unmatched deposit's. */
export async function listPayment(
  session: Session,
  bondId: string,
  depositId: string,
): Promise<void> {
  await session.query(LIST, [bondId, depositId]);
}

const VOID = statement(
  'payment-void',
  `delete from payments where subject = $1 and purpose = 'bond' and signature = $2`,
);

/** The payment that a fake bond named was never made; should it come one day, it is used for nothing yet. */
export async function voidPayment(
  session: Session,
  bondId: string,
  signature: string,
): Promise<void> {
  await session.query(VOID, [bondId, signature]);
}
