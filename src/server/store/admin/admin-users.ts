import type { Lamports, Lmt } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import { containing } from '../db/containing.ts';
import { type Session, only, statement } from '../db/database.ts';
import {
  type Keyset,
  type PageQuery,
  type SortKey,
  pageParams,
  sortedPage,
} from '../db/sorted-page.ts';

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

/** Columns of a listed user `u`. */
export const LISTED_USER = `u.id, u.wallet, u.username, u.created_at as "createdAt",
    (select amount from balances where ref = u.id and kind = 'unstaked') as unstaked,
    (select amount from balances where ref = u.id and kind = 'credit') as credit,
    (select count(*)::integer from bonds b where b.user_id = u.id and b.deleted_at is null)
      as "totalBonds",
    (select count(*)::integer from vaults v where v.user_id = u.id and v.deleted_at is null
      and not v.voided) as "totalStakes",
    (select coalesce(sum(v.total_rewards_earned), 0)::bigint from vaults v where v.user_id = u.id)
      as earned,
    (select max(h.at) from history h where h.user_id = u.id) as "lastActivity"`;
const MATCHES = `($1::text is null or u.wallet ilike $1 or u.username ilike $1 or u.id::text ilike $1)`;

/** Which users: who has a bond, a vault that is not completed, or neither bond nor vault. */
export type UserFilter = 'all' | 'bonded' | 'staking' | 'idle';
export type UserSort = 'joined' | 'balance' | 'activity';

const VAULT_OF = `select from vaults v where v.user_id = u.id and v.deleted_at is null and not v.voided`;
const BOND_OF = `select from bonds o where o.user_id = u.id and o.deleted_at is null`;
const FILTERS: { readonly [F in UserFilter]: string } = {
  all: '',
  bonded: `and exists (${BOND_OF})`,
  staking: `and exists (${VAULT_OF} and v.status <> 'completed')`,
  idle: `and not exists (${BOND_OF}) and not exists (${VAULT_OF})`,
};
const SORTS: { readonly [S in UserSort]: { readonly key: SortKey; readonly join: string } } = {
  joined: { key: { sql: 'u.created_at', type: 'timestamptz' }, join: '' },
  balance: {
    key: { sql: 'k.amount', type: 'bigint' },
    join: `join balances k on k.ref = u.id and k.kind = 'unstaked'`,
  },
  activity: {
    key: { sql: 'k.at', type: 'timestamptz', isOptional: true },
    join: `left join (select user_id, max(at) as at from history group by user_id) k
      on k.user_id = u.id`,
  },
};

/** Which users, and in which order. */
export interface UserList {
  readonly search: string | null;
  readonly filter: UserFilter;
  readonly sort: UserSort;
  readonly direction: 'asc' | 'desc';
}

/** What is read of each user: all that the list shows, or what its file holds. */
const WHOLE = { name: 'list', columns: LISTED_USER };
const BRIEF = {
  name: 'file',
  columns: `u.id, u.wallet, u.created_at as "createdAt",
    (select amount from balances where ref = u.id and kind = 'unstaked') as unstaked`,
};

async function pageOf<Row>(
  session: Session,
  read: typeof WHOLE,
  { search, filter, sort, direction }: UserList,
  after: Keyset | null,
  limit: number,
): Promise<(Row & Keyset)[]> {
  const { key, join } = SORTS[sort];
  const query: PageQuery = {
    name: `admin-users-${read.name}-${sort}-${filter}`,
    from: `from users u ${join} where u.deleted_at is null and ${MATCHES} ${FILTERS[filter]}`,
    params: 1,
    id: 'u.id',
    key,
    direction,
    select: (shown, page) =>
      `select ${read.columns}, ${shown} from ${page} join users u on u.id = ${page}.id`,
  };
  const params = [containing(search), ...pageParams(query, after, limit)];
  return session.query<Row & Keyset>(sortedPage(query, after === null), params);
}

/** A page of users, after a keyset. */
export function usersPage(
  session: Session,
  list: UserList,
  after: Keyset | null,
  limit: number,
): Promise<(ListedUser & Keyset)[]> {
  return pageOf<ListedUser>(session, WHOLE, list, after, limit);
}

/** The same, of each user only what a file holds. */
export function briefUsersPage(
  session: Session,
  list: UserList,
  after: Keyset | null,
  limit: number,
): Promise<(Pick<ListedUser, 'id' | 'wallet' | 'unstaked' | 'createdAt'> & Keyset)[]> {
  return pageOf(session, BRIEF, list, after, limit);
}

/** How many users a filter leaves. */
export async function countUsers(
  session: Session,
  { search, filter }: Pick<UserList, 'search' | 'filter'>,
): Promise<number> {
  const query = statement(
    `admin-users-count-${filter}`,
    `select count(*)::integer as count from users u
     where u.deleted_at is null and ${MATCHES} ${FILTERS[filter]}`,
  );
  return only(await session.query<{ count: number }>(query, [containing(search)])).count;
}
