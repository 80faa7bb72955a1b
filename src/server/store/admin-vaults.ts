import type { Vault } from '#domain/vault';
import { type Instant, iso } from '#domain/time';
import { containing } from './containing.ts';
import { type Session, only, statement } from './database.ts';
import { VAULT_COLUMNS, type VaultRow, vaultOf } from './vaults.ts';

/** A vault with its user. */
export interface ListedVault {
  readonly vault: Vault;
  readonly wallet: string;
  readonly username: string;
}

export interface VaultFilter {
  /** Part of a wallet, an id or a username. */
  readonly search: string | null;
  readonly status: Vault['status'] | null;
}

const MATCHES = `v.deleted_at is null
  and ($1::text is null or u.wallet ilike $1 or u.username ilike $1 or v.id::text like $1)
  and ($2::text is null or v.status::text = $2)`;
const FROM = 'from vaults v join users u on u.id = v.user_id';
const PAGE = statement(
  'admin-vaults-page',
  `select ${VAULT_COLUMNS}, u.wallet, u.username ${FROM} where ${MATCHES}
     and ($3::timestamptz is null or (v.created_at, v.id) < ($3, $4::uuid))
   order by v.created_at desc, v.id desc limit $5`,
);
const COUNT = statement(
  'admin-vaults-count',
  `select count(*)::integer as count ${FROM} where ${MATCHES}`,
);
const ONE = statement(
  'admin-vault',
  `select ${VAULT_COLUMNS}, u.wallet, u.username ${FROM} where v.id = $1 and v.deleted_at is null`,
);
const HIDE = statement('vault-hide', 'update vaults set deleted_at = $2 where id = $1');

type ListedRow = VaultRow & { readonly wallet: string; readonly username: string };
const listedOf = (row: ListedRow): ListedVault => {
  const { wallet, username } = row;
  return { vault: vaultOf(row), wallet, username };
};

/** Newest first, after a cursor. */
export async function vaultsPage(
  session: Session,
  { search, status }: VaultFilter,
  cursor: { readonly at: Instant; readonly id: string } | null,
  limit: number,
): Promise<ListedVault[]> {
  const from = [cursor && iso(cursor.at), cursor && cursor.id];
  const params = [containing(search), status, ...from, limit];
  return (await session.query<ListedRow>(PAGE, params)).map(listedOf);
}

export async function countVaults(
  session: Session,
  { search, status }: VaultFilter,
): Promise<number> {
  const params = [containing(search), status];
  return only(await session.query<{ count: number }>(COUNT, params)).count;
}

/** Null where there is none. */
export async function listedVault(session: Session, id: string): Promise<ListedVault | null> {
  const [row] = await session.query<ListedRow>(ONE, [id]);
  return row ? listedOf(row) : null;
}

/** Takes a vault out of every list; its history stays. */
export async function hideVault(session: Session, id: string, now: Instant): Promise<void> {
  await session.query(HIDE, [id, iso(now)]);
}
