import type { NumberedItem } from '#domain/base/change';
import { RECENT_ITEMS } from '#domain/portfolio/portfolio';
import { type Session, statement } from '../kernel/db/database.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { HISTORY_ITEM } from '../kernel/entities/history-item.ts';

/** Columns taken from a line's bond, sell request or stake in its current state. */
const NOW: Readonly<Record<string, string>> = {
  amount: 'coalesce(x.amount, h.amount) as amount',
  hash: 'coalesce(x.hash, h.hash) as hash',
  status: 'coalesce(x.status, h.status::text) as status',
};
const COLUMNS = HISTORY_ITEM.columns.map(([name]) => NOW[name] ?? `h.${name}`);
/**
 * A line has at most one bond, sell request or stake as its subject. A stake that was voided and then
 * reopened by the owner has a second line, without a fee.
 */
const selectFrom = (lines: string): string => `select h.user_id, ${COLUMNS.join(', ')}
   from ${lines} h left join lateral (
     select b.amount, b.signature as hash,
       case when b.status = 'completed' then 'completed'
         when b.status = 'failed' or b.deleted_at is not null then 'failed'
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
     from vaults v where h.type = 'stake' and h.note is null and v.id = h.subject
       and (v.voided or v.fee_paid < h.fee)) x on true`;
const SELECT = selectFrom('history');
const OF_USER = statement(
  'history-of-user',
  `${SELECT} where h.user_id = $1 order by h.at desc, h.id desc`,
);

/** Selects the newest lines of a user, as a subquery. */
export const recentHistory = (userId: string): string =>
  `${SELECT} where h.user_id = ${userId} order by h.at desc, h.id desc limit ${RECENT_ITEMS}`;

/**
 * Selects the newest `$1` lines of all users, as a subquery. Takes the last written lines of each type by
 * their numbers.
 */
export const NEWEST_HISTORY = `${selectFrom(`(select l.* from unnest(enum_range(null::item_type)) t,
     lateral (select * from history where type = t order by number desc limit $1) l)`)}
   order by h.at desc, h.id desc limit $1`;

/** Returns a user's history, newest first, with the current status of each bond, stake and sell request. */
export async function historyOf(session: Session, userId: string): Promise<NumberedItem[]> {
  return (await session.query<EntityRow>(OF_USER, [userId])).map(HISTORY_ITEM.read);
}
