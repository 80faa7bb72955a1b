import type { EntityRow } from '../entities/entity.ts';
import { VAULT } from '../entities/vault.ts';
import type { Lmt } from '#domain/base/money';
import type { Vault } from '#domain/vaults/vault';
import type { Instant } from '#domain/base/time';
import { textSearch } from '../db/like-pattern.ts';
import { type Param, type Session, only, statement } from '../db/database.ts';
import {
  type Keyset,
  type PageQuery,
  type SortKey,
  pageParams,
  sortedPage,
} from '../db/sorted-page.ts';

/** A vault with its user. */
export interface ListedVault {
  readonly vault: Vault;
  readonly wallet: string;
  readonly username: string;
  /** Since when the sweep leaves it to the owner; null where it does not. */
  readonly parkedAt: Instant | null;
  /** What its completion gave to the unstaked balance; 0 while it is open. */
  readonly released: Lmt;
}

const COLUMNS = `${VAULT.select('v')}, u.wallet, u.username, v.parked_at as "parkedAt"`;
/** Columns of a listed vault `v` of a user `u`; for what was released, all of the user's journals are gone over. */
export const LISTED_VAULT = `${COLUMNS},
  case when v.completed_at is null then 0 else coalesce((select p.amount from postings p
    where p.kind = 'unstaked' and p.user_id = v.user_id and p.subject = v.id and p.effective_at = v.completed_at
      and p.journal in ('released', 'stakeVoided')
    order by p.recorded_at desc, p.journal_id desc limit 1), 0) end::bigint as "givenBack"`;

export type VaultSort = 'created' | 'amount' | 'ends';

/** Which vaults, and in which order. */
export interface VaultList {
  /** Part of a wallet, an id or a username. */
  readonly search: string | null;
  readonly status: Vault['status'] | null;
  /** Those alone that the sweep leaves to the owner. */
  readonly parked: boolean;
  readonly sort: VaultSort;
  readonly direction: 'asc' | 'desc';
}

const KEYS: { readonly [S in VaultSort]: SortKey } = {
  created: { sql: 'v.created_at', type: 'timestamptz' },
  amount: { sql: 'v.amount', type: 'bigint' },
  ends: { sql: 'v.cycle_ends_at', type: 'timestamptz', isOptional: true },
};

type VaultFilter = Pick<VaultList, 'search' | 'status' | 'parked'>;

/** Vaults that a filter leaves. */
interface Matching {
  /** Part of a statement's name. */
  readonly name: string;
  readonly from: string;
  readonly params: readonly Param[];
}

function matchingOf({ search, status, parked }: VaultFilter): Matching {
  const where = `where v.deleted_at is null
    and ($2::text is null or v.status::text = $2) and (not $3 or v.parked_at is not null)`;
  if (search === null) {
    const from = `from vaults v ${where} and $1::text is null`;
    return { name: 'all', from, params: [null, status, parked] };
  }
  const { name, pattern, matches } = textSearch(search);
  return {
    name,
    // A union: no join of all vaults with all users.
    from: `from (select v.id from vaults v where ${matches('v.id::text')}
        union select v.id from users u join vaults v on v.user_id = u.id
        where ${matches('u.wallet')} or ${matches('u.username')}) f
      join vaults v on v.id = f.id ${where}`,
    params: [pattern, status, parked],
  };
}

/** `givenBack`, since `released` is a column of the vault's own. */
export type ListedVaultRow = EntityRow &
  Omit<ListedVault, 'vault' | 'released'> & { readonly givenBack: Lmt };
export const listedVaultOf = (row: ListedVaultRow): ListedVault => {
  const { wallet, username, parkedAt, givenBack } = row;
  return { vault: VAULT.read(row), wallet, username, parkedAt, released: givenBack };
};

interface VaultsPage {
  readonly after: Keyset | null;
  readonly limit: number;
  /** Whether to leave out what was released, which takes long where one user has many vaults. */
  readonly isBrief?: boolean;
}

/** A page of vaults, after a keyset. */
export async function vaultsPage(
  session: Session,
  { sort, direction, ...filter }: VaultList,
  { after, limit, isBrief = false }: VaultsPage,
): Promise<(ListedVault & Keyset)[]> {
  const { name, params, from } = matchingOf(filter);
  const query: PageQuery = {
    name: `admin-vaults-${isBrief ? 'brief-' : ''}${sort}-${name}`,
    from,
    params: params.length,
    id: 'v.id',
    key: KEYS[sort],
    direction,
    select: (shown, page) =>
      `select ${isBrief ? `${COLUMNS}, 0::bigint as "givenBack"` : LISTED_VAULT}, ${shown} from ${page}
       join vaults v on v.id = ${page}.id join users u on u.id = v.user_id`,
  };
  const rows = await session.query<ListedVaultRow & Keyset>(sortedPage(query, after === null), [
    ...params,
    ...pageParams(query, after, limit),
  ]);
  return rows.map((row) => ({ ...listedVaultOf(row), key: row.key, id: row.id }));
}

/** How many vaults a filter leaves. */
export async function countVaults(session: Session, filter: VaultFilter): Promise<number> {
  const { name, params, from } = matchingOf(filter);
  const query = statement(
    `admin-vaults-count-${name}`,
    `select count(*)::integer as count ${from}`,
  );
  return only(await session.query<{ count: number }>(query, params)).count;
}
