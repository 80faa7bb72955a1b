import type { Bond } from '#domain/bond';
import type { NumberedItem } from '#domain/change';
import type { Vault } from '#domain/vault';
import { type BondRow, bondOf } from './bonds.ts';
import { type Session, statement } from './database.ts';
import { RECENT_HISTORY } from './history.ts';
import { HOLDER, type Holder, type HolderRow, holderOf } from './holders.ts';
import { jsonRows, rowsOf } from './json-rows.ts';
import { type VaultRow, vaultOf } from './vaults.ts';
import { bonds } from './write-entity-parts.ts';
import { vaults } from './write-vault-part.ts';

/** Everything of a user that a portfolio shows. */
export interface StoredPortfolio {
  readonly holder: Holder;
  /** Those that are not claimed and have not failed; newest first. */
  readonly openBonds: readonly Bond[];
  /** Newest first. */
  readonly vaults: readonly Vault[];
  /** The newest ten lines of history. */
  readonly recent: readonly NumberedItem[];
}

const BOND_COLUMNS = [...bonds.columns, ['user_id', 'uuid'] as const];
const VAULT_COLUMNS = [...vaults.columns, ['user_id', 'uuid'] as const];
const ITEM_COLUMNS = [
  ['id', 'uuid'],
  ['type', 'item_type'],
  ['number', 'bigint'],
  ['at', 'timestamptz'],
  ['token', 'asset'],
  ['fee', 'bigint'],
  ['"feeToken"', 'asset'],
  ['note', 'text'],
  ['amount', 'bigint'],
  ['hash', 'text'],
  ['status', 'text'],
] as const;

const READ = statement(
  'portfolio',
  `select ${HOLDER.columns},
     ${jsonRows(
       BOND_COLUMNS,
       'b',
       `from bonds b where b.user_id = $1 and b.deleted_at is null
        and b.status in ('pending', 'confirmed') order by b.created_at desc, b.id desc`,
     )} as bonds,
     ${jsonRows(
       VAULT_COLUMNS,
       'v',
       `from vaults v where v.user_id = $1 and v.deleted_at is null
        order by v.created_at desc, v.id desc`,
     )} as vaults,
     ${jsonRows(ITEM_COLUMNS, 'i', `from (${RECENT_HISTORY}) i`)} as items
   ${HOLDER.from}`,
);

interface Row extends HolderRow {
  readonly bonds: readonly object[];
  readonly vaults: readonly object[];
  readonly items: readonly object[];
}

/** All of it in one round trip; null where there is no such user. */
export async function readPortfolioOf(
  session: Session,
  userId: string,
): Promise<StoredPortfolio | null> {
  const [row] = await session.query<Row>(READ, [userId]);
  if (!row) return null;
  return {
    holder: holderOf(row),
    openBonds: rowsOf<BondRow>(BOND_COLUMNS, row.bonds).map(bondOf),
    vaults: rowsOf<VaultRow>(VAULT_COLUMNS, row.vaults).map(vaultOf),
    recent: rowsOf<NumberedItem>(ITEM_COLUMNS, row.items),
  };
}
