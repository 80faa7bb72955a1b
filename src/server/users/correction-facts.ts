import type { UserToDelete } from '#domain/users/delete-user';
import type { Vault } from '#domain/vaults/vault';
import { type RemovalRow, bondsToDelete, removalColumns } from '../bonds/removal-facts.ts';
import { anyOf, statement } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import { PAYMENT } from '../kernel/entities/payment.ts';
import { PAYOUT } from '../kernel/entities/payout.ts';
import { SELL } from '../kernel/entities/sell.ts';
import { VAULT } from '../kernel/entities/vault.ts';
import {
  DECISION_COLUMNS,
  type DecisionContext,
  type DecisionContextRow,
  factsById,
  decisionContextOf,
} from '../kernel/write/facts.ts';
import { LISTED_USER, type ListedUser } from './admin-user-queries.ts';

export interface UserFacts extends DecisionContext {
  readonly userId: string;
  readonly user: ListedUser;
  /** Newest first. */
  readonly vaults: readonly Vault[];
}

const OF_USER = `from (select * from vaults where user_id = u.id and deleted_at is null
  order by created_at desc, id desc) v`;
const USER_COLUMNS = `${LISTED_USER}, ${DECISION_COLUMNS},
  ${VAULT.jsonRows('v', OF_USER)} as vaults`;
const USERS = 'from users u, protocol p where u.deleted_at is null';
const CORRECTED = statement('user-facts', `select ${USER_COLUMNS} ${USERS} and u.id = ${anyOf(1)}`);

type UserRow = ListedUser & DecisionContextRow & { readonly vaults: JsonRows };

const userFactsOf = ({ version, terms_version, now, vaults, ...user }: UserRow): UserFacts => ({
  ...decisionContextOf(user.id, { version, terms_version, now }),
  user,
  vaults: VAULT.readRows(vaults),
});

export const userFacts = factsById('user', CORRECTED, userFactsOf);

/** Inputs of the deletion of a user: everything that belongs to them. */
export type UserRemovalFacts = UserFacts & UserToDelete;

const REMOVED = statement(
  'user-removal-facts',
  `select ${USER_COLUMNS}, ${removalColumns('b.user_id = u.id', 'j.user_id = u.id')},
     ${PAYMENT.jsonRows(
       'y',
       `from (select * from payments where user_id = u.id and purpose = 'fee'
          order by block_time desc, id desc) y`,
     )} as fee_payments,
     ${SELL.jsonRows('s', 'from sells s where s.user_id = u.id')} as sells,
     ${PAYOUT.jsonRows('o', 'from payouts o where o.user_id = u.id')} as payouts
   ${USERS} and u.id = ${anyOf(1)}`,
);
type RemovedRow = UserRow &
  RemovalRow & {
    readonly sells: JsonRows;
    readonly payouts: JsonRows;
    readonly fee_payments: JsonRows;
  };

export const userRemovalFacts = factsById(
  'user-removal',
  REMOVED,
  (removed: RemovedRow): UserRemovalFacts => {
    const { bonds, payments, booked, sells, payouts, fee_payments: fees, ...row } = removed;
    return {
      ...userFactsOf(row),
      wallet: row.wallet,
      unstaked: row.unstaked,
      credit: row.credit,
      feePayments: PAYMENT.readRows(fees),
      bonds: bondsToDelete({ bonds, payments, booked }),
      sells: SELL.readRows(sells),
      payouts: PAYOUT.readRows(payouts),
    };
  },
);
