import type { Lmt } from '#domain/base/money';
import type { UserToDelete } from '#domain/users/delete-user';
import type { Vault } from '#domain/vaults/vault';
import { type RemovalRow, bondsToTake, removalColumns } from '../bonds/removal-facts.ts';
import { anyOf, statement } from '../db/database.ts';
import type { JsonRows } from '../db/json-rows.ts';
import { PAYMENT } from '../entities/payment.ts';
import { PAYOUT } from '../entities/payout.ts';
import { SELL } from '../entities/sell.ts';
import { VAULT } from '../entities/vault.ts';
import {
  STANDING,
  type Standing,
  type StandingRow,
  factsById,
  standingOf,
} from '../write/facts.ts';
import { LISTED_USER, type ListedUser } from './admin-users.ts';
import {
  LISTED_VAULT,
  type ListedVault,
  type ListedVaultRow,
  listedVaultOf,
} from './admin-vaults.ts';

/** Facts for a correction of a vault, with its user as lists show them. */
export interface ListedVaultFacts extends Standing, ListedVault {
  readonly unstaked: Lmt;
  /** The user's other vaults that are neither completed nor parked. */
  readonly others: readonly Vault[];
}

const OTHERS = `from (select * from vaults o where o.user_id = v.user_id and o.id <> v.id
  and o.status <> 'completed' and o.parked_at is null and o.deleted_at is null order by o.created_at, o.id) o`;
const VAULTS = statement(
  'listed-vault-facts',
  `select ${LISTED_VAULT}, ${STANDING}, ${VAULT.jsonRows('o', OTHERS)} as others,
     (select amount from balances where ref = v.user_id and kind = 'unstaked') as unstaked
   from vaults v join users u on u.id = v.user_id, protocol p
   where v.id = ${anyOf(1)} and v.deleted_at is null`,
);
type VaultRow = ListedVaultRow &
  StandingRow & { readonly unstaked: Lmt; readonly others: JsonRows };

/** Facts by the vault's id. */
export const listedVaultFacts = factsById(
  'listed-vault',
  VAULTS,
  (row: VaultRow): ListedVaultFacts => {
    const listed = listedVaultOf(row);
    const standing = standingOf(listed.vault.userId, row);
    return { ...standing, ...listed, unstaked: row.unstaked, others: VAULT.readRows(row.others) };
  },
);

/** Facts for a correction of a user. */
export interface UserFacts extends Standing {
  readonly userId: string;
  readonly user: ListedUser;
  /** Newest first. */
  readonly vaults: readonly Vault[];
}

const OF_USER = `from (select * from vaults where user_id = u.id and deleted_at is null
  order by created_at desc, id desc) v`;
const USER_COLUMNS = `${LISTED_USER}, ${STANDING},
  ${VAULT.jsonRows('v', OF_USER)} as vaults`;
const USERS = 'from users u, protocol p where u.deleted_at is null';
const CORRECTED = statement('user-facts', `select ${USER_COLUMNS} ${USERS} and u.id = ${anyOf(1)}`);

type UserRow = ListedUser & StandingRow & { readonly vaults: JsonRows };

const userFactsOf = ({ version, terms_version, now, vaults, ...user }: UserRow): UserFacts => ({
  ...standingOf(user.id, { version, terms_version, now }),
  user,
  vaults: VAULT.readRows(vaults),
});

/** Facts by the user's id. */
export const userFacts = factsById('user', CORRECTED, userFactsOf);

/** Facts for the deletion of a user: everything that belongs to them. */
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

/** Facts by the user's id. */
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
      bonds: bondsToTake({ bonds, payments, booked }),
      sells: SELL.readRows(sells),
      payouts: PAYOUT.readRows(payouts),
    };
  },
);
