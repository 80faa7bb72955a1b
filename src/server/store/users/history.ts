import type { NumberedItem } from '#domain/base/change';
import { RECENT_ITEMS } from '#domain/user/portfolio';
import { type Session, statement } from '../db/database.ts';

/** With how each line's bond, sell or stake stands now; at most one of the three is its subject. */
const SELECT = `select h.id, h.type, h.number, h.at, h.token, h.fee, h.fee_token as "feeToken", h.note,
     coalesce(x.amount, h.amount) as amount, coalesce(x.hash, h.hash) as hash,
     coalesce(x.status, h.status::text) as status
   from history h left join lateral (
     select b.amount, b.signature as hash,
       case b.status when 'completed' then 'completed' when 'failed' then 'failed'
         else 'pending' end as status
     from bonds b where h.type = 'bond' and h.note is null and b.id = h.subject
     union all
     select null, (select p.signature from payouts p
       where p.purpose = 'sell' and p.subject = s.id and p.status = 'finalized'),
       case when s.status in ('rejected', 'cancelled') then 'failed'
         when s.settled_at is null then 'pending' else 'completed' end
     from sells s where h.type = 'sell' and s.id = h.subject
     union all
     select null, null, 'failed'
     from vaults v where h.type = 'stake' and v.id = h.subject and v.voided) x on true`;
const OF_USER = statement(
  'history-of-user',
  `${SELECT} where h.user_id = $1 order by h.at desc, h.id desc`,
);

/** The newest lines of a user, for a statement that reads more besides. */
export const recentHistory = (userId: string): string =>
  `${SELECT} where h.user_id = ${userId} order by h.at desc, h.id desc limit ${RECENT_ITEMS}`;

/** The newest `$1` lines of everybody, for a statement that reads more besides. */
export const NEWEST_HISTORY = `${SELECT} order by h.at desc, h.id desc limit $1`;

/** Newest first; how a bond, a stake or a sell stands comes from it as it is now. */
export async function historyOf(session: Session, userId: string): Promise<NumberedItem[]> {
  return session.query<NumberedItem>(OF_USER, [userId]);
}
