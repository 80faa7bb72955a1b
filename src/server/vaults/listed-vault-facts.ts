import type { Lmt } from '#domain/base/money';
import type { Vault } from '#domain/vaults/vault';
import { anyOf, statement } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import { VAULT } from '../kernel/entities/vault.ts';
import {
  DECISION_COLUMNS,
  type DecisionContext,
  type DecisionContextRow,
  factsById,
  decisionContextOf,
} from '../kernel/write/facts.ts';
import {
  LISTED_VAULT,
  type ListedVault,
  type ListedVaultRow,
  listedVaultOf,
} from './admin-vault-queries.ts';

/** Inputs of a correction of a vault, with its user. */
export interface ListedVaultFacts extends DecisionContext, ListedVault {
  readonly unstaked: Lmt;
  /** The user's other vaults that are neither completed nor parked. */
  readonly others: readonly Vault[];
}

const OTHERS = `from (select * from vaults o where o.user_id = v.user_id and o.id <> v.id
  and o.status <> 'completed' and o.parked_at is null and o.deleted_at is null order by o.created_at, o.id) o`;
const VAULTS = statement(
  'listed-vault-facts',
  `select ${LISTED_VAULT}, ${DECISION_COLUMNS}, ${VAULT.jsonRows('o', OTHERS)} as others,
     (select amount from balances where ref = v.user_id and kind = 'unstaked') as unstaked
   from vaults v join users u on u.id = v.user_id, protocol p
   where v.id = ${anyOf(1)} and v.deleted_at is null`,
);
type VaultRow = ListedVaultRow &
  DecisionContextRow & { readonly unstaked: Lmt; readonly others: JsonRows };

export const listedVaultFacts = factsById(
  'listed-vault',
  VAULTS,
  (row: VaultRow): ListedVaultFacts => {
    const listed = listedVaultOf(row);
    const standing = decisionContextOf(listed.vault.userId, row);
    return { ...standing, ...listed, unstaked: row.unstaked, others: VAULT.readRows(row.others) };
  },
);
