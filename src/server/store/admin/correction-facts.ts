import type { Lamports, Lmt } from '#domain/base/money';
import type { UsedPayment } from '#domain/bonds/payment';
import type { BondToTake } from '#domain/bonds/take-bond';
import type { Payout } from '#domain/sells/payout';
import type { Sell } from '#domain/sells/sell';
import type { Vault } from '#domain/vaults/vault';
import { type RemovalRow, bondsToTake, removalColumns } from '../bonds/removal-facts.ts';
import { anyOf, arrayOf, statement } from '../db/database.ts';
import type { JsonRows } from '../db/json-rows.ts';
import { PAYMENT } from '../entities/payment.ts';
import { PAYOUT } from '../entities/payout.ts';
import { SELL } from '../entities/sell.ts';
import { VAULT } from '../entities/vault.ts';
import {
  type Facts,
  STANDING,
  type Standing,
  type StandingRow,
  inOrderOf,
  standingOf,
} from '../write/facts.ts';
import { LISTED_USER, type ListedUser } from './admin-users.ts';
import {
  LISTED_VAULT,
  type ListedVault,
  type ListedVaultRow,
  listedVaultOf,
} from './admin-vaults.ts';

/** What a correction of a vault needs, with its user as lists show them. */
export interface ListedVaultFacts extends Standing, ListedVault {
  readonly unstaked: Lmt;
  /** The user's other vaults that are not completed, without those that were put aside. */
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

/** By the vault's id. */
export const listedVaultFacts: Facts<string, ListedVaultFacts> = {
  name: 'listed-vault',
  async read(session, ids) {
    type Row = ListedVaultRow & StandingRow & { readonly unstaked: Lmt; readonly others: JsonRows };
    const rows = await session.query<Row>(VAULTS, [arrayOf(ids)]);
    const found = rows.map((row) => {
      const listed = listedVaultOf(row);
      const others = VAULT.readRows(row.others);
      return {
        ...standingOf(listed.vault.userId, row),
        ...listed,
        unstaked: row.unstaked,
        others,
      };
    });
    return inOrderOf(ids, found, { keyOf: ({ vault }) => vault.id, read: (one) => one });
  },
};

/** What a correction of a user needs. */
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

/** By the user's id. */
export const userFacts: Facts<string, UserFacts> = {
  name: 'user',
  async read(session, ids) {
    const rows = await session.query<UserRow>(CORRECTED, [arrayOf(ids)]);
    return inOrderOf(ids, rows, { keyOf: ({ id }) => id, read: userFactsOf });
  },
};

/** What a decision to delete a user needs: everything that belongs to them. */
export interface UserRemovalFacts extends UserFacts {
  readonly wallet: string;
  readonly unstaked: Lmt;
  readonly credit: Lamports;
  /** Newest first. */
  readonly feePayments: readonly UsedPayment[];
  readonly bonds: readonly BondToTake[];
  readonly sells: readonly Sell[];
  readonly payouts: readonly Payout[];
}

const REMOVED = statement(
  'user-removal-facts',
  `select ${USER_COLUMNS}, ${removalColumns('b.user_id = u.id')},
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

/** By the user's id. */
export const userRemovalFacts: Facts<string, UserRemovalFacts> = {
  name: 'user-removal',
  async read(session, ids) {
    const rows = await session.query<RemovedRow>(REMOVED, [arrayOf(ids)]);
    return inOrderOf(ids, rows, {
      keyOf: ({ id }) => id,
      read: ({ bonds, payments, sells, payouts, fee_payments: fees, ...row }) => ({
        ...userFactsOf(row),
        wallet: row.wallet,
        unstaked: row.unstaked,
        credit: row.credit,
        feePayments: PAYMENT.readRows(fees),
        bonds: bondsToTake({ bonds, payments }),
        sells: SELL.readRows(sells),
        payouts: PAYOUT.readRows(payouts),
      }),
    });
  },
};
