import type { Lamports, Lmt } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import { textSearch } from '../kernel/lists/like-pattern.ts';
import { type Session, only, statement } from '../kernel/db/database.ts';
import {
  type Keyset,
  type Listed,
  type PageQuery,
  pageParams,
  sortedPage,
} from '../kernel/lists/sorted-page.ts';

/** User as the owner's list shows them. */
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

const UNSTAKED = `(select amount from balances where ref = u.id and kind = 'unstaked')`;
/** Columns of a listed user `u`. */
export const LISTED_USER = `u.id, u.wallet, u.username, u.created_at as "createdAt",
    ${UNSTAKED} as unstaked,
    (select amount from balances where ref = u.id and kind = 'credit') as credit,
    (select count(*)::integer from bonds b where b.user_id = u.id and b.deleted_at is null)
      as "totalBonds",
    (select count(*)::integer from vaults v where v.user_id = u.id and v.deleted_at is null
      and not v.voided) as "totalStakes",
    (select coalesce(sum(v.total_rewards_earned), 0)::bigint from vaults v where v.user_id = u.id)
      as earned,
    (select max(h.at) from history h where h.user_id = u.id) as "lastActivity"`;
const LISTED = 'u.deleted_at is null';

/** Filter: users who have a bond, a vault that is not completed, or neither bond nor vault. */
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
/** Sort orders: the key, and the tables that it is read from. */
const SORTS: { readonly [S in UserSort]: Pick<PageQuery, 'key' | 'from'> } = {
  joined: { key: { sql: 'u.created_at', type: 'timestamptz' }, from: 'users u' },
  balance: {
    key: { sql: 'k.amount', type: 'bigint' },
    from: `users u join balances k on k.ref = u.id and k.kind = 'unstaked'`,
  },
  activity: {
    key: { sql: 'k.at', type: 'timestamptz', isOptional: true },
    from: 'users u left join lateral (select max(at) as at from history where user_id = u.id) k on true',
  },
};
/** Source of the order by balance: reads all balances without a join to all users, because few users are deleted. */
const BALANCES: Pick<PageQuery, 'from' | 'id' | 'key'> = {
  from: `from balances k where k.kind = 'unstaked' and $1::text is null
    and not exists (select from users u where u.id = k.ref and u.deleted_at is not null)`,
  id: 'k.ref',
  key: SORTS.balance.key,
};

export interface UserList {
  readonly search: string | null;
  readonly filter: UserFilter;
  readonly sort: UserSort;
  readonly direction: 'asc' | 'desc';
}

/** Columns to read of each user: those of the list, or those of the CSV file. */
interface Read {
  readonly name: string;
  readonly columns: (sort: UserSort) => string;
}
const LISTED_COLUMNS: Read = { name: 'list', columns: () => LISTED_USER };
const FILE_COLUMNS: Read = {
  name: 'file',
  // In the order by balance, the page's key is the balance.
  columns: (sort) =>
    `u.id, u.wallet, u.created_at as "createdAt", ${sort === 'balance' ? 'page.key' : UNSTAKED} as unstaked`,
};

interface Matching {
  /** Suffix of the statement's name. */
  readonly name: string;
  /** Value of $1. */
  readonly param: string | null;
  readonly where: string;
}

const isId = (search: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(search);

function matchingOf(search: string | null): Matching {
  if (search === null) return { name: 'all', param: null, where: '$1::text is null' };
  // A complete id is compared as an id only, because its text may also be another user's name.
  if (isId(search)) return { name: 'one', param: search, where: 'u.id = $1::uuid' };
  const { name, pattern, matches, mayBeId } = textSearch(search);
  const columns = ['u.wallet', 'u.username', ...(mayBeId ? ['u.id::text'] : [])];
  return { name, param: pattern, where: `(${columns.map(matches).join(' or ')})` };
}

function sourceOf(
  { search, filter, sort }: UserList,
  matches: string,
): Pick<PageQuery, 'from' | 'id' | 'key' | 'total'> {
  const { key, from } = SORTS[sort];
  const where = `${LISTED} and ${matches} ${FILTERS[filter]}`;
  if (search === null && filter === 'all' && sort === 'balance') return BALANCES;
  if (search === null && sort === 'joined') {
    return { from: `from ${from} where ${where}`, id: 'u.id', key };
  }
  // `offset 0` finds and counts the matches before the sort. Otherwise the planner may expect to stop at the
  // first page, and look up nearly all users one by one if few match.
  const found = `select u.id, ${key.sql} as key, count(*) over ()::integer as total
    from ${from} where ${where} offset 0`;
  const sorted = { ...key, sql: 'f.key' };
  return { from: `from (${found}) f where true`, id: 'f.id', key: sorted, total: 'f.total' };
}

async function pageOf<Row>(
  session: Session,
  read: Read,
  {
    list,
    after,
    limit,
  }: { readonly list: UserList; readonly after: Keyset | null; readonly limit: number },
): Promise<(Row & Listed)[]> {
  const { filter, sort, direction } = list;
  const { name, param, where } = matchingOf(list.search);
  const query: PageQuery = {
    name: `admin-users-${read.name}-${sort}-${filter}-${name}`,
    ...sourceOf(list, where),
    params: 1,
    direction,
    select: (shown, page) =>
      `select ${read.columns(sort)}, ${shown} from ${page} join users u on u.id = ${page}.id`,
  };
  const params = [param, ...pageParams(query, after, limit)];
  return session.query<Row & Listed>(sortedPage(query, after === null), params);
}

export function usersPage(
  session: Session,
  list: UserList,
  { after, limit }: { readonly after: Keyset | null; readonly limit: number },
): Promise<(ListedUser & Listed)[]> {
  return pageOf<ListedUser>(session, LISTED_COLUMNS, { list, after, limit });
}

/** User as the CSV file holds them. */
export type BriefUser = Pick<ListedUser, 'wallet' | 'unstaked' | 'createdAt'> & Keyset;

/** Returns a page of users after a keyset, with the columns of the CSV file. */
export function briefUsersPage(
  session: Session,
  list: UserList,
  { after, limit }: { readonly after: Keyset | null; readonly limit: number },
): Promise<BriefUser[]> {
  return pageOf(session, FILE_COLUMNS, { list, after, limit });
}

export async function countUsers(
  session: Session,
  { search, filter }: Pick<UserList, 'search' | 'filter'>,
): Promise<number> {
  const { name, param, where } = matchingOf(search);
  const query = statement(
    `admin-users-count-${filter}-${name}`,
    `select count(*)::integer as count from users u where ${LISTED} and ${where} ${FILTERS[filter]}`,
  );
  return only(await session.query<{ count: number }>(query, [param])).count;
}
