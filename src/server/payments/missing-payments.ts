import type { Arrival } from '#domain/payments/arrival';
import { type Session, statement } from '../kernel/db/database.ts';
import { ARRIVAL } from '../kernel/entities/arrival.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { IS_OPEN_PAYOUT } from '../kernel/entities/payout.ts';

/** Announced bonds without a payment: the oldest of each user, token and amount. */
const WAITING = `(select distinct on (b.user_id, b.token, b.amount) b.id, b.user_id, u.wallet, b.token, b.amount
    from bonds b join users u on u.id = b.user_id
    where b.status = 'pending' and b.signature is null and b.deleted_at is null
    order by b.user_id, b.token, b.amount, b.created_at, b.id) w`;
const DEPOSITS = statement(
  'missing-payments-deposits',
  `select distinct on (w.id) w.id as "bondId", w.user_id as "userId", d.id as "depositId" from ${WAITING}
   join deposits d on d.status = 'open' and d.sender = w.wallet and d.token = w.token
     and d.amount = w.amount
   where not d.of_credit and not d.refund_proposed and not exists (select from payouts o
     where o.purpose = 'deposit' and o.subject = d.id and ${IS_OPEN_PAYOUT})
   order by w.id, d.block_time, d.id limit $1`,
);
const ARRIVED = statement(
  'missing-payments-arrived',
  `select distinct on (w.id) ${ARRIVAL.select('a')} from ${WAITING}
   join arrivals a on a.payer = w.wallet and a.token = w.token and a.amount = w.amount
   order by w.id, a.block_time, a.signature limit $1`,
);

/**
 * Returns open deposits that match an announced bond of their sender, one per bond. Deposits with a proposed
 * refund are left to the owner.
 */
export async function depositsWaitedFor(
  session: Session,
  limit: number,
): Promise<{ readonly bondId: string; readonly userId: string; readonly depositId: string }[]> {
  return session.query(DEPOSITS, [limit]);
}

/** Returns arrivals that match an announced bond of their payer, one per bond. */
export async function arrivalsWaitedFor(session: Session, limit: number): Promise<Arrival[]> {
  return (await session.query<EntityRow>(ARRIVED, [limit])).map(ARRIVAL.read);
}
