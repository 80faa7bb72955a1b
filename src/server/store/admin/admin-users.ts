import type { Lamports, Lmt } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import { likePattern } from '../db/like-pattern.ts';
import { type Session, only, statement } from '../db/database.ts';
import { TALLIES, UNRANKED } from '../ledger/ledger-sums.ts';
import {
  type Keyset,
  type PageQuery,
  type PageSource,
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
const MATCHES = `(u.wallet ilike $1 or u.username ilike $1 or u.id::text ilike $1)`;
const LISTED = 'u.deleted_at is null';

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
const KEYS: { readonly [S in UserSort]: PageQuery['key'] } = {
  joined: { type: 'timestamptz' },
  balance: { type: 'bigint' },
  activity: { type: 'timestamptz', isOptional: true },
};
const UNRANKED_IDS = 'select c.id from unranked c';
/** Where each order finds its rows: balances that have changed lately stand beside the kept order. */
const SORTS: {
  readonly [S in UserSort]: (users: string, where: string) => readonly PageSource[];
} = {
  joined: (users, where) => [
    { from: `from ${users} where ${where}`, id: 'u.id', key: 'u.created_at' },
  ],
  balance: (users, where) => [
    {
      from: `from unstaked_ranks k join ${users} on u.id = k.user_id
        where k.user_id not in (${UNRANKED_IDS}) and ${where}`,
      id: 'k.user_id',
      key: 'k.amount',
    },
    {
      from: `from balances k join ${users} on u.id = k.ref
        where k.kind = 'unstaked' and k.ref in (${UNRANKED_IDS}) and ${where}`,
      id: 'k.ref',
      key: 'k.amount',
    },
  ],
  activity: (users, where) => [
    {
      from: `from ${users} left join (select user_id, max(at) as at from history group by user_id) k
        on k.user_id = u.id where ${where}`,
      id: 'u.id',
      key: 'k.at',
    },
  ],
};

/** Which users, and in which order. */
export interface UserList {
  readonly search: string | null;
  readonly filter: UserFilter;
  readonly sort: UserSort;
  readonly direction: 'asc' | 'desc';
}

/** What is read of each user: all that the list shows, or what its file holds. */
interface Read {
  readonly name: string;
  readonly columns: (sort: UserSort) => string;
}
const WHOLE: Read = { name: 'list', columns: () => LISTED_USER };
const BRIEF: Read = {
  name: 'file',
  // In the order by balance, the balance is what the page was found by.
  columns: (sort) =>
    `u.id, u.wallet, u.created_at as "createdAt", ${sort === 'balance' ? 'page.key' : UNSTAKED} as unstaked`,
};

/** Of up to so many users a search finds, all are looked at; of more, the order is followed until a page is full. */
const FEW = 5_000;
/**
 * Found over the index of the three as one text, which the last condition takes apart again: a search
 * never matches the end of one and the beginning of the next.
 */
const FOUND_USERS = `from searched_users w join users u on u.id = w.user_id
     where w.words ilike $1 and ${LISTED} and ${MATCHES}`;
const FOUND = statement(
  'admin-users-found',
  `select count(*)::integer as count from (select ${FOUND_USERS} limit ${FEW + 1}) f`,
);

/** A whole id leaves that user alone: another's name may be the same text. */
const ONE_USER = `from users u where u.id = $1::uuid and ${LISTED}`;
const isId = (search: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(search);

/** A search as the statements take it. */
const searchParam = (search: string | null): string | null =>
  search !== null && isId(search) ? search : likePattern(search);

type Reach = 'all' | 'one' | 'few' | 'many';

/** How many users a search leaves: everybody, one by its id, few, or too many to look at. */
async function reachOf(session: Session, search: string | null): Promise<Reach> {
  if (search === null) return 'all';
  if (isId(search)) return 'one';
  const rows = await session.query<{ count: number }>(FOUND, [likePattern(search)]);
  return only(rows).count > FEW ? 'many' : 'few';
}

/** Users `u`, and what else is asked of them. */
const REACHES: { readonly [R in Reach]: { readonly users: string; readonly where: string } } = {
  all: { users: 'users u', where: `${LISTED} and $1::text is null` },
  one: { users: `(select u.* ${ONE_USER}) u`, where: 'true' },
  few: {
    users: `(select u.* ${FOUND_USERS} offset 0) u`,
    where: 'true',
  },
  many: { users: 'users u', where: `${LISTED} and ${MATCHES}` },
};

async function pageOf<Row>(
  session: Session,
  read: Read,
  {
    list: { search, filter, sort, direction },
    after,
    limit,
  }: { readonly list: UserList; readonly after: Keyset | null; readonly limit: number },
): Promise<(Row & Keyset)[]> {
  const reach = await reachOf(session, search);
  const { users, where } = REACHES[reach];
  const query: PageQuery = {
    name: `admin-users-${read.name}-${sort}-${filter}-${reach}`,
    ...(sort === 'balance' ? { with: `unranked as materialized ${UNRANKED}` } : {}),
    sources: SORTS[sort](users, `${where} ${FILTERS[filter]}`),
    params: 1,
    key: KEYS[sort],
    direction,
    select: (shown, page) =>
      `select ${read.columns(sort)}, ${shown} from ${page} join users u on u.id = ${page}.id`,
  };
  const params = [searchParam(search), ...pageParams(query, after, limit)];
  return session.query<Row & Keyset>(sortedPage(query, after === null), params);
}

/** A page of users, after a keyset. */
export function usersPage(
  session: Session,
  list: UserList,
  { after, limit }: { readonly after: Keyset | null; readonly limit: number },
): Promise<(ListedUser & Keyset)[]> {
  return pageOf<ListedUser>(session, WHOLE, { list, after, limit });
}

/** What a file holds of a user. */
export type BriefUser = Pick<ListedUser, 'wallet' | 'unstaked' | 'createdAt'> & Keyset;

/** The same, of each user only what a file holds. */
export function briefUsersPage(
  session: Session,
  list: UserList,
  { after, limit }: { readonly after: Keyset | null; readonly limit: number },
): Promise<BriefUser[]> {
  return pageOf(session, BRIEF, { list, after, limit });
}

const COUNT_ALL = statement(
  'admin-users-count-all',
  `select coalesce(sum(case name when 'joined' then amount else -amount end), 0)::integer as count
   from ${TALLIES} t where name in ('joined', 'left')`,
);

/** The users that are counted for a search, and what the statement is named by. */
function countedFor(search: string | null): readonly [name: string, from: string] {
  if (search === null) return ['', `from users u where ${LISTED}`];
  return isId(search) ? ['-one', ONE_USER] : ['-found', FOUND_USERS];
}

/** How many users a filter leaves. */
export async function countUsers(
  session: Session,
  { search, filter }: Pick<UserList, 'search' | 'filter'>,
): Promise<number> {
  const [name, from] = countedFor(search);
  const query = statement(
    `admin-users-count-${filter}${name}`,
    `select count(*)::integer as count ${from} ${FILTERS[filter]}`,
  );
  const isAll = search === null && filter === 'all';
  const rows = isAll
    ? session.query<{ count: number }>(COUNT_ALL)
    : session.query<{ count: number }>(query, search === null ? [] : [searchParam(search)]);
  return only(await rows).count;
}
