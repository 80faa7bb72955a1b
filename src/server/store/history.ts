import type { NumberedItem } from '#domain/change';
import { type Session, statement } from './database.ts';

const SELECT = `select h.id, h.type, h.number, h.at, h.token, h.fee, h.fee_token as "feeToken", h.note,
     coalesce(b.amount, h.amount) as amount, coalesce(b.signature, p.signature, h.hash) as hash,
     case when b.id is not null then
         case b.status when 'completed' then 'completed' when 'failed' then 'failed'
           else 'pending' end
       when s.id is not null then
         case when s.status in ('rejected', 'cancelled') then 'failed'
           when s.settled_at is null then 'pending' else 'completed' end
       when v.voided then 'failed'
       else h.status::text end as status
   from history h
   left join bonds b on h.type = 'bond' and h.note is null and b.id = h.subject
   left join sells s on h.type = 'sell' and s.id = h.subject
   left join payouts p on p.subject = s.id and p.status = 'finalized'
   left join vaults v on h.type = 'stake' and v.id = h.subject`;
const OF_USER = statement(
  'history-of-user',
  `${SELECT} where h.user_id = $1 order by h.at desc, h.id desc`,
);

/** The newest ten lines of a user, for a statement that reads more besides. */
export const recentHistory = (userId: string): string =>
  `${SELECT} where h.user_id = ${userId} order by h.at desc, h.id desc limit 10`;

/** The newest `$1` lines of everybody, for a statement that reads more besides. */
export const NEWEST_HISTORY = `${SELECT} order by h.at desc, h.id desc limit $1`;

/** Newest first; how a bond, a stake or a sell stands comes from it as it is now. */
export async function historyOf(session: Session, userId: string): Promise<NumberedItem[]> {
  return session.query<NumberedItem>(OF_USER, [userId]);
}
