import type { NumberedItem } from '#domain/change';
import { type Session, statement } from './database.ts';

const OF_USER = statement(
  'history-of-user',
  `select h.id, h.type, h.number, h.at, h.token, h.fee, h.fee_token as "feeToken", h.note,
     coalesce(b.amount, h.amount) as amount, coalesce(b.signature, h.hash) as hash,
     case b.status when 'completed' then 'completed' when 'failed' then 'failed'
       when 'pending' then 'pending' when 'confirmed' then 'pending' else h.status::text end as status
   from history h
   left join bonds b on h.type = 'bond' and h.note is null and b.id = h.subject
   where h.user_id = $1 order by h.at desc, h.id desc limit $2`,
);

/** Newest first; what a bond is worth and how it stands comes from the bond, as it is now. */
export async function historyOf(
  session: Session,
  userId: string,
  limit: number | null = null,
): Promise<NumberedItem[]> {
  return session.query<NumberedItem>(OF_USER, [userId, limit]);
}
