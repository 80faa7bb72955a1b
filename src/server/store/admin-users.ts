import type { Lamports, Lmt } from '#domain/money';
import { type Instant, iso } from '#domain/time';
import { noteChange } from './changes.ts';
import { containing } from './containing.ts';
import { type Session, only, statement } from './database.ts';

/** A user as the owner's list shows them. */
export interface ListedUser {
  readonly id: string;
  readonly wallet: string;
  readonly username: string;
  readonly unstaked: Lmt;
  readonly credit: Lamports;
  readonly totalBonds: number;
  readonly totalStakes: number;
  readonly earned: Lmt;
  readonly lastActivity: Instant | null;
  readonly createdAt: Instant;
}

const SELECT = `select u.id, u.wallet, u.username, u.created_at as "createdAt",
    (select amount from balances where ref = u.id and kind = 'unstaked') as unstaked,
    (select amount from balances where ref = u.id and kind = 'credit') as credit,
    (select count(*)::integer from bonds b where b.user_id = u.id and b.deleted_at is null)
      as "totalBonds",
    (select count(*)::integer from vaults v where v.user_id = u.id and v.deleted_at is null)
      as "totalStakes",
    (select coalesce(sum(v.total_rewards_earned), 0)::bigint from vaults v where v.user_id = u.id)
      as earned,
    (select max(h.at) from history h where h.user_id = u.id) as "lastActivity"
  from users u where u.deleted_at is null`;
const MATCHES = `($1::text is null or u.wallet ilike $1 or u.username ilike $1 or u.id::text like $1)`;
const PAGE = statement(
  'admin-users-page',
  `${SELECT} and ${MATCHES}
     and ($2::timestamptz is null or (u.created_at, u.id) < ($2, $3::uuid))
   order by u.created_at desc, u.id desc limit $4`,
);
const COUNT = statement(
  'admin-users-count',
  `select count(*)::integer as count from users u where u.deleted_at is null and ${MATCHES}`,
);
const ONE = statement('admin-user', `${SELECT} and u.id = $1`);
const DELETE = statement(
  'user-delete',
  `with ended as (delete from sessions where user_id = $1)
   update users set deleted_at = $2 where id = $1`,
);

/** Newest first, after a cursor. */
export async function usersPage(
  session: Session,
  search: string | null,
  cursor: { readonly at: Instant; readonly id: string } | null,
  limit: number,
): Promise<ListedUser[]> {
  const from = [cursor && iso(cursor.at), cursor && cursor.id];
  return session.query<ListedUser>(PAGE, [containing(search), ...from, limit]);
}

export async function countUsers(session: Session, search: string | null): Promise<number> {
  return only(await session.query<{ count: number }>(COUNT, [containing(search)])).count;
}

/** Null where there is none. */
export async function listedUser(session: Session, id: string): Promise<ListedUser | null> {
  return (await session.query<ListedUser>(ONE, [id]))[0] ?? null;
}

/** Ends a user's sessions and takes them out of every list; the wallet's next sign-in makes a new user. */
export async function removeUser(session: Session, id: string, now: Instant): Promise<void> {
  await session.query(DELETE, [id, iso(now)]);
  noteChange(session, { userIds: [id], topics: ['admin'] });
}
