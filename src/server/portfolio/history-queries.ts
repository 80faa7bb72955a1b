import type { NumberedItem } from '#domain/base/change';
import { RECENT_ITEMS } from '#domain/portfolio/portfolio';
import { type Session, statement } from '../kernel/db/database.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { HISTORY_ITEM } from '../kernel/entities/history-item.ts';

/** What comes from a line's bond, sell or stake as it stands now. */
const NOW: Readonly<Record<string, string>> = {
  amount: 'coalesce(x.amount, h.amount) as amount',
  hash: 'coalesce(x.hash, h.hash) as hash',
  status: 'coalesce(x.status, h.status::text) as status',
};
const COLUMNS = HISTORY_ITEM.columns.map(([name]) => NOW[name] ?? `h.${name}`);
/**
 * At most one of bond, sell and stake is a line's subject. A stake that was taken back and that the owner
 * has opened again has another line, and no fee.
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

/** The newest lines of a user, for a statement that reads more besides. */
export const recentHistory = (userId: string): string =>
  `${SELECT} where h.user_id = ${userId} order by h.at desc, h.id desc limit ${RECENT_ITEMS}`;

/**
 * The newest `$1` lines of everybody, for a statement that reads more besides: of those that were written
 * last of each type, which their numbers tell.
 */
export const NEWEST_HISTORY = `${selectFrom(`(select l.* from unnest(enum_range(null::item_type)) t,
     lateral (select * from history where type = t order by number desc limit $1) l)`)}
   order by h.at desc, h.id desc limit $1`;

/** Newest first; how a bond, a stake or a sell stands comes from it as it is now. */
export async function historyOf(session: Session, userId: string): Promise<NumberedItem[]> {
  return (await session.query<EntityRow>(OF_USER, [userId])).map(HISTORY_ITEM.read);
}
