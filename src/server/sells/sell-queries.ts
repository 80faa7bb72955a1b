import type { EntityRow } from '../kernel/entities/entity.ts';
import { SELL } from '../kernel/entities/sell.ts';
import type { Lamports, Usdc } from '#domain/base/money';
import type { SellSubject } from '#domain/payouts/payout-subject';
import type { Sell } from '#domain/sells/sell';
import { type Instant, iso } from '#domain/base/time';
import { likePattern } from '../kernel/lists/like-pattern.ts';
import {
  type Session,
  type Statement,
  anyOf,
  arrayOf,
  only,
  statement,
} from '../kernel/db/database.ts';

/** Sell request in lists, with its user's wallet and its place in the queue. */
export type ListedSell = Omit<SellSubject, 'purpose'>;

const OF_USER = statement(
  'sells-of-user',
  `select ${SELL.select('s')} from sells s where s.user_id = $1 order by s.requested_at desc, s.id desc`,
);
/** Place of a request `s` in the queue; null unless it is pending. */
export const PLACE = `case when s.status = 'pending' then (select count(*)::integer from sells e
    where e.status = 'pending' and (e.requested_at, e.id) <= (s.requested_at, s.id)) end as place`;
const LISTED = `select ${SELL.select('s')}, u.wallet, u.username, ${PLACE}
  from sells s join users u on u.id = s.user_id`;
const LISTED_OF_USER = statement(
  'sells-listed-of-user',
  `${LISTED} where s.user_id = $1 order by s.requested_at desc, s.id desc`,
);
const PENDING = statement(
  'sells-pending',
  `select ${SELL.select('s')}, u.wallet, u.username,
     row_number() over (order by s.requested_at, s.id)::integer as place, a.risk
   from sells s join users u on u.id = s.user_id
   left join audit_users a on a.user_id = s.user_id and a.run_id = (
     select id from audit_runs where finished_at is not null order by finished_at desc limit 1)
   where s.status = 'pending' order by s.requested_at, s.id limit $1`,
);
const DECIDED = statement(
  'sells-decided',
  `${LISTED} where s.status <> 'pending' order by s.reviewed_at desc, s.id desc limit $1`,
);
const UNDER_WAY = statement(
  'sells-under-way',
  `${LISTED} where s.status = 'approved' and s.settled_at is null
   order by s.reviewed_at, s.id limit $1`,
);
/** Place in the queue, counted from its end, because lists begin with the newest requests. */
const PLACE_FROM_END = `case when s.status = 'pending' then
    (select count(*)::integer from sells where status = 'pending')
    - (select count(*)::integer from sells e
       where e.status = 'pending' and (e.requested_at, e.id) > (s.requested_at, s.id)) end as place`;
const MATCHES = `($1::text is null or u.wallet ilike $1 or u.username ilike $1 or s.id::text ilike $1)
  and ($2::text is null or s.status::text = $2)`;
const page = (name: string, where: string, limit: string): Statement =>
  statement(
    name,
    `select ${SELL.select('s')}, u.wallet, u.username, ${PLACE_FROM_END}
     from sells s join users u on u.id = s.user_id where ${where}
     order by s.requested_at desc, s.id desc limit ${limit}`,
  );
/** Pages without filter omit the conditions, with which the planner would scan all rows. */
const FIRST = page('sells-first', 'true', '$1');
const NEXT = page('sells-next', '(s.requested_at, s.id) < ($1, $2::uuid)', '$3');
const MATCHING = page(
  'sells-matching',
  `${MATCHES} and ($3::timestamptz is null or (s.requested_at, s.id) < ($3, $4::uuid))`,
  '$5',
);
const COUNT_ALL = statement('sells-count-all', 'select count(*)::integer as count from sells');
const COUNT_MATCHING = statement(
  'sells-count-matching',
  `select count(*)::integer as count from sells s join users u on u.id = s.user_id where ${MATCHES}`,
);
const QUEUE = statement(
  'sells-queue',
  `select count(*)::integer as count, min(requested_at) as "oldestAt",
     coalesce(sum(payout) filter (where payout_token = 'SOL'), 0)::bigint as lamports,
     coalesce(sum(payout) filter (where payout_token = 'USDC'), 0)::bigint as usdc
   from sells where status = 'pending'`,
);

/** Returns a user's requests, newest first. */
export async function sellsOf(session: Session, userId: string): Promise<Sell[]> {
  return (await session.query<EntityRow>(OF_USER, [userId])).map(SELL.read);
}

const PENDING_OF = statement(
  'sells-pending-of',
  `select ${SELL.select('s')} from sells s
   where s.user_id = ${anyOf(1)} and s.status = 'pending'`,
);

/** Returns the pending requests of some users, at most one per user. */
export async function pendingSellsOf(
  session: Session,
  userIds: readonly string[],
): Promise<Sell[]> {
  return (await session.query<EntityRow>(PENDING_OF, [arrayOf(userIds)])).map(SELL.read);
}

type ListedRow = EntityRow & { wallet: string; username: string; place: number | null };
const listedOf = (row: ListedRow): ListedSell => {
  const { wallet, username, place } = row;
  return { sell: SELL.read(row), wallet, username, place };
};

/** Returns a user's requests with their place in the queue, newest first. */
export async function listedSellsOf(session: Session, userId: string): Promise<ListedSell[]> {
  return (await session.query<ListedRow>(LISTED_OF_USER, [userId])).map(listedOf);
}

/** Pending request with its user's risk in the last complete audit, 0 to 2; null if not audited. */
export interface PendingSell extends ListedSell {
  readonly risk: number | null;
}

/** Returns the queue, oldest first. */
export async function pendingSells(session: Session, limit: number): Promise<PendingSell[]> {
  const rows = await session.query<ListedRow & Pick<PendingSell, 'risk'>>(PENDING, [limit]);
  return rows.map((row) => ({ ...listedOf(row), risk: row.risk }));
}

/** Returns requests that were approved, rejected or cancelled, newest decision first. */
export async function decidedSells(session: Session, limit: number): Promise<ListedSell[]> {
  return (await session.query<ListedRow>(DECIDED, [limit])).map(listedOf);
}

/** Returns approved requests whose payout is not final, oldest approval first. */
export async function sellsUnderWay(session: Session, limit: number): Promise<ListedSell[]> {
  return (await session.query<ListedRow>(UNDER_WAY, [limit])).map(listedOf);
}

/** Filter of a list of requests. Null fields match all. */
export interface SellFilter {
  /** Part of a wallet, an id or a username. */
  readonly search: string | null;
  readonly status: Sell['status'] | null;
}

/** Returns a page of requests after a cursor, newest first. */
export async function sellsPage(
  session: Session,
  { search, status }: SellFilter,
  {
    cursor,
    limit,
  }: {
    readonly cursor: { readonly at: Instant; readonly id: string } | null;
    readonly limit: number;
  },
): Promise<ListedSell[]> {
  const from = [cursor && iso(cursor.at), cursor && cursor.id];
  const isAll = search === null && status === null;
  const asked = !isAll
    ? session.query<ListedRow>(MATCHING, [likePattern(search), status, ...from, limit])
    : cursor === null
      ? session.query<ListedRow>(FIRST, [limit])
      : session.query<ListedRow>(NEXT, [...from, limit]);
  return (await asked).map(listedOf);
}

export async function countSells(session: Session, filter: SellFilter): Promise<number> {
  const { search, status } = filter;
  const isAll = search === null && status === null;
  const asked = isAll
    ? session.query<{ count: number }>(COUNT_ALL)
    : session.query<{ count: number }>(COUNT_MATCHING, [likePattern(search), status]);
  return only(await asked).count;
}

/** The owner's queue: number of pending requests, time of the oldest, and their payouts in each token. */
export interface Queue {
  readonly count: number;
  readonly oldestAt: Instant | null;
  readonly lamports: Lamports;
  readonly usdc: Usdc;
}

export async function readQueue(session: Session): Promise<Queue> {
  return only(await session.query<Queue>(QUEUE));
}
