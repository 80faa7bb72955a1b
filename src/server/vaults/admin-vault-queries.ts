import type { EntityRow } from '../kernel/entities/entity.ts';
import { VAULT } from '../kernel/entities/vault.ts';
import type { Lmt } from '#domain/base/money';
import type { Vault } from '#domain/vaults/vault';
import type { Instant } from '#domain/base/time';
import { textSearch } from '../kernel/lists/like-pattern.ts';
import { type Session, only, statement } from '../kernel/db/database.ts';
import {
  type Keyset,
  type Listed,
  type PageQuery,
  type SortKey,
  pageParams,
  sortedPage,
} from '../kernel/lists/sorted-page.ts';

export interface ListedVault {
  readonly vault: Vault;
  readonly wallet: string;
  readonly username: string;
  /** When the sweep parked the vault for the owner; null if it is not parked. */
  readonly parkedAt: Instant | null;
  /** LMT that its completion released to the unstaked balance; 0 while it is open. */
  readonly released: Lmt;
}

const COLUMNS = `${VAULT.select('v')}, u.wallet, u.username, v.parked_at as "parkedAt"`;
/** Columns of a listed vault `v` of a user `u`. Reads all journals of the user to find the released LMT. */
export const LISTED_VAULT = `${COLUMNS},
  case when v.completed_at is null then 0 else coalesce((
    select p.amount from journals j join postings p on p.journal_id = j.id
    where j.user_id = v.user_id and j.subject = v.id and j.effective_at = v.completed_at
      and j.kind in ('released', 'stakeVoided') and p.kind = 'unstaked'
    order by j.recorded_at desc, j.id desc limit 1), 0) end::bigint as "givenBack"`;

export type VaultSort = 'created' | 'amount' | 'ends';

export interface VaultList {
  /** Part of a wallet, an id or a username. */
  readonly search: string | null;
  readonly status: Vault['status'] | null;
  /** True to list only parked vaults. */
  readonly parked: boolean;
  readonly sort: VaultSort;
  readonly direction: 'asc' | 'desc';
}

const KEYS: { readonly [S in VaultSort]: SortKey } = {
  created: { sql: 'v.created_at', type: 'timestamptz' },
  amount: { sql: 'v.amount', type: 'bigint' },
  ends: { sql: 'v.cycle_ends_at', type: 'timestamptz', isOptional: true },
};

/** Vaults that match a filter, with the value of $1. */
interface Matching extends Pick<PageQuery, 'name' | 'from' | 'total'> {
  readonly param: string | null;
}

const LEFT = `v.deleted_at is null
    and ($2::text is null or v.status::text = $2) and (not $3 or v.parked_at is not null)`;

function matchingOf(search: string | null): Matching {
  if (search === null) {
    return { name: 'all', from: `from vaults v where ${LEFT} and $1::text is null`, param: null };
  }
  const { name, pattern, matches, mayBeId } = textSearch(search);
  const ofUsers = `select v.id from users u join vaults v on v.user_id = u.id
    where ${matches('u.wallet')} or ${matches('u.username')}`;
  // A union, because an `or` would join all vaults with all users.
  const found = mayBeId
    ? `${ofUsers} union select v.id from vaults v where ${matches('v.id::text')}`
    : ofUsers;
  return {
    name,
    from: `from (select v.id, v.created_at, v.amount, v.cycle_ends_at, count(*) over ()::integer as total
        from (${found}) f join vaults v on v.id = f.id where ${LEFT} offset 0) v where true`,
    total: 'v.total',
    param: pattern,
  };
}

/** Row of a listed vault. Named `givenBack`, because `released` is a column of the vault itself. */
export type ListedVaultRow = EntityRow &
  Omit<ListedVault, 'vault' | 'released'> & { readonly givenBack: Lmt };
export const listedVaultOf = (row: ListedVaultRow): ListedVault => {
  const { wallet, username, parkedAt, givenBack } = row;
  return { vault: VAULT.read(row), wallet, username, parkedAt, released: givenBack };
};

interface VaultsPage {
  readonly after: Keyset | null;
  readonly limit: number;
  /** True to leave out the released LMT, which is slow to read for a user with many vaults. */
  readonly isBrief?: boolean;
}

export async function vaultsPage(
  session: Session,
  { search, status, parked, sort, direction }: VaultList,
  { after, limit, isBrief = false }: VaultsPage,
): Promise<(ListedVault & Listed)[]> {
  const { name, param, from, total } = matchingOf(search);
  const query: PageQuery = {
    name: `admin-vaults-${isBrief ? 'brief-' : ''}${sort}-${name}`,
    from,
    total,
    params: 3,
    id: 'v.id',
    key: KEYS[sort],
    direction,
    select: (shown, page) =>
      `select ${isBrief ? `${COLUMNS}, 0::bigint as "givenBack"` : LISTED_VAULT}, ${shown} from ${page}
       join vaults v on v.id = ${page}.id join users u on u.id = v.user_id`,
  };
  const params = [param, status, parked, ...pageParams(query, after, limit)];
  const rows = await session.query<ListedVaultRow & Listed>(
    sortedPage(query, after === null),
    params,
  );
  return rows.map((row) => ({ ...listedVaultOf(row), key: row.key, id: row.id, total: row.total }));
}

export async function countVaults(
  session: Session,
  { search, status, parked }: Pick<VaultList, 'search' | 'status' | 'parked'>,
): Promise<number> {
  const { name, param, from } = matchingOf(search);
  const query = statement(
    `admin-vaults-count-${name}`,
    `select count(*)::integer as count ${from}`,
  );
  return only(await session.query<{ count: number }>(query, [param, status, parked])).count;
}
