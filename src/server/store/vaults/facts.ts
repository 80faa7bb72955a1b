import type { FollowedFee } from '#domain/vaults/follow-fee';
import type { Vault } from '#domain/vaults/vault';
import { anyOf, arrayOf, statement } from '../db/database.ts';
import type { JsonRows } from '../db/json-rows.ts';
import type { EntityRow } from '../entities/entity.ts';
import { PAYMENT } from '../entities/payment.ts';
import { VAULT } from '../entities/vault.ts';
import {
  type Facts,
  STANDING,
  type Standing,
  type StandingRow,
  inOrderOf,
  standingOf,
} from '../write/facts.ts';

const idOf = ({ id }: EntityRow): string => id as string;

/** What a decision about one vault needs. */
export interface VaultFacts extends Standing {
  readonly vault: Vault;
  readonly userId: string;
  /** How often it was unstaked from since its cycle ended. */
  readonly unstakes: number;
}

/** By the user and the time, which history is indexed by. */
const UNSTAKES = `(select count(*)::integer from history h where h.user_id = v.user_id
     and h.at >= v.cycle_ends_at and h.subject = v.id and h.type = 'withdraw')`;
const OF_VAULTS = statement(
  'vault-facts',
  `select ${VAULT.select('v')}, ${STANDING}, ${UNSTAKES} as unstakes
   from vaults v join users u on u.id = v.user_id, protocol p
   where v.id = ${anyOf(1)} and v.deleted_at is null`,
);

/** By the vault's id. */
export const vaultFacts: Facts<string, VaultFacts> = {
  name: 'vault',
  async read(session, ids) {
    type Row = EntityRow & StandingRow & { readonly unstakes: number };
    const rows = await session.query<Row>(OF_VAULTS, [arrayOf(ids)]);
    return inOrderOf(ids, rows, {
      keyOf: idOf,
      read: (row) => {
        const vault = VAULT.read(row);
        return { ...standingOf(vault.userId, row), vault, unstakes: row.unstakes };
      },
    });
  },
};

const OF_FEES = statement(
  'followed-fee-facts',
  `select ${PAYMENT.select('y')}, ${STANDING},
     ${VAULT.jsonRows(
       'v',
       'from vaults v where v.user_id = y.user_id and v.fee_signature = y.signature',
     )} as vaults
   from payments y join users u on u.id = y.user_id, protocol p
   where y.id = ${anyOf(1)} and y.purpose = 'fee'`,
);

/** By the fee payment's id. */
export const followedFeeFacts: Facts<string, FollowedFee & Standing> = {
  name: 'followed-fee',
  async read(session, ids) {
    type Row = EntityRow & StandingRow & { readonly user_id: string; readonly vaults: JsonRows };
    const rows = await session.query<Row>(OF_FEES, [arrayOf(ids)]);
    return inOrderOf(ids, rows, {
      keyOf: idOf,
      read: (row) => ({
        ...standingOf(row.user_id, row),
        payment: PAYMENT.read(row),
        vaults: VAULT.readRows(row.vaults),
      }),
    });
  },
};
