import type { FollowedFee } from '#domain/vaults/follow-fee';
import type { Vault } from '#domain/vaults/vault';
import { anyOf, statement } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import type { EntityRow, OwnedRow } from '../kernel/entities/entity.ts';
import { PAYMENT } from '../kernel/entities/payment.ts';
import { VAULT } from '../kernel/entities/vault.ts';
import {
  DECISION_COLUMNS,
  type DecisionContext,
  type DecisionContextRow,
  factsById,
  decisionContextOf,
} from '../kernel/write/facts.ts';

export interface VaultFacts extends DecisionContext {
  readonly vault: Vault;
  readonly userId: string;
  /** Number of unstakes since its cycle ended. */
  readonly unstakes: number;
}

/** Filters by user and time, because history is indexed by them. */
const UNSTAKES = `(select count(*)::integer from history h where h.user_id = v.user_id
     and h.at >= v.cycle_ends_at and h.subject = v.id and h.type = 'withdraw')`;

export const vaultFacts = factsById(
  'vault',
  statement(
    'vault-facts',
    `select ${VAULT.select('v')}, ${UNSTAKES} as unstakes, ${DECISION_COLUMNS}
     from vaults v join users u on u.id = v.user_id, protocol p
     where v.id = ${anyOf(1)} and v.deleted_at is null`,
  ),
  (row: EntityRow & DecisionContextRow & { readonly unstakes: number }): VaultFacts => {
    const vault = VAULT.read(row);
    return { vault, unstakes: row.unstakes, ...decisionContextOf(vault.userId, row) };
  },
);

const OF_FEES = statement(
  'followed-fee-facts',
  `select ${PAYMENT.select('y')}, ${DECISION_COLUMNS},
     ${VAULT.jsonRows(
       'v',
       'from vaults v where v.user_id = y.user_id and v.fee_signature = y.signature',
     )} as vaults
   from payments y join users u on u.id = y.user_id, protocol p
   where y.id = ${anyOf(1)} and y.purpose = 'fee' and not y.finalized`,
);

/** Inputs by the fee payment's id; null once the payment is finalized. */
export const followedFeeFacts = factsById(
  'followed-fee',
  OF_FEES,
  (
    row: OwnedRow & DecisionContextRow & { readonly vaults: JsonRows },
  ): FollowedFee & DecisionContext => ({
    ...decisionContextOf(row.user_id, row),
    payment: PAYMENT.read(row),
    vaults: VAULT.readRows(row.vaults),
  }),
);
