import { type Lmt, lmt } from '#domain/base/money';
import type { BondPayment, BondToDelete } from '#domain/payments/bond-deletion';
import type { Booked } from '#domain/payments/void-bond';
import type { HeldBond } from '#domain/users/bond-holder';
import { anyOf, arrayOf, statement } from '../kernel/db/database.ts';
import { type JsonRows, jsonRows, rowReader } from '../kernel/db/json-rows.ts';
import { BOND } from '../kernel/entities/bond.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { PAYMENT } from '../kernel/entities/payment.ts';
import { VAULT } from '../kernel/entities/vault.ts';
import {
  type Facts,
  DECISION_COLUMNS,
  type DecisionContext,
  type DecisionContextRow,
  inOrderOf,
  decisionContextOf,
} from '../kernel/write/facts.ts';
import { STORED_CHECK } from './bond-checks.ts';

const BOND_COLUMNS = [...BOND.columns, ['denied', 'boolean'], ['held', 'bigint']] as const;
const BOOKED_COLUMNS = [
  ['subject', 'uuid'],
  ['issued', 'bigint'],
  ['paid', 'bigint'],
] as const;
const PAYMENT_COLUMNS = [...PAYMENT.columns, ['deposit_id', 'uuid']] as const;

/** Payments of the bond `b` under its current signature. */
const OWN = `from payments p where p.signature = b.signature and p.subject = b.id
  and p.purpose = 'bond'`;
/**
 * Payments of the bond `b`. If the ledger has journals for the bond, but no payment has its signature, the
 * signature was changed; then all payments are scanned for the bond's own.
 */
const PAID = `select p.* ${OWN}
  union all select p.* from payments p where p.subject = b.id and p.purpose = 'bond'
    and not exists (select ${OWN})
    and exists (select from journals j where j.user_id = b.user_id and j.subject = b.id)`;

/**
 * Columns with bonds (newest first), their payments, and what the ledger has booked for them: LMT issued, and
 * the payment. The conditions select bonds `b` and their journals `j`. Journals are read once for all bonds,
 * because a user may have thousands.
 */
export const removalColumns = (which: string, journals: string): string =>
  `${jsonRows(
    BOND_COLUMNS,
    'b',
    `from (select b.*, c.verdict is not distinct from 'fake' as denied,
         coalesce((select amount from balances where ref = b.id and kind = 'bond'), 0) as held
       from bonds b ${STORED_CHECK}
       where ${which} and b.deleted_at is null order by b.created_at desc, b.id desc) b`,
  )} as bonds,
  ${jsonRows(
    PAYMENT_COLUMNS,
    'x',
    `from (select p.signature, p.payer, p.id, p.purpose, p.subject, p.user_id, p.token, p.amount,
         p.fee_taken, p.block_time, p.finalized, coalesce(p.slot, 0) as slot, d.id as deposit_id
       from bonds b, lateral (${PAID}) p
       left join deposits d on d.signature = p.signature and d.token = p.token
         and coalesce(d.sender, '') = p.payer
       where ${which} and b.deleted_at is null order by p.id) x`,
  )} as payments,
  ${jsonRows(
    BOOKED_COLUMNS,
    'l',
    `from (select j.subject,
         coalesce(-sum(p.amount) filter (where p.kind = 'issuance'), 0)::bigint as issued,
         coalesce(-sum(p.amount) filter (where p.kind = 'treasury'), 0)::bigint as paid
       from journals j join postings p on p.journal_id = j.id where ${journals} group by j.subject) l`,
  )} as booked`;

export interface RemovalRow {
  readonly bonds: JsonRows;
  readonly payments: JsonRows;
  readonly booked: JsonRows;
}

type BondRow = EntityRow & Pick<Booked, 'held'> & { readonly denied: boolean };
type BookedRow = Omit<Booked, 'held'> & { readonly subject: string };
type PaymentRow = EntityRow & { readonly deposit_id: string | null };
const bondRows = rowReader<BondRow>(BOND_COLUMNS);
const paymentRows = rowReader<PaymentRow>(PAYMENT_COLUMNS);
const bookedRows = rowReader<BookedRow>(BOOKED_COLUMNS);
const NOTHING: Omit<Booked, 'held'> = { issued: lmt(0n), paid: 0n as Booked['paid'] };

/** Reads the bonds of removal columns, each with the inputs of its removal. */
export function bondsToDelete(row: RemovalRow): BondToDelete[] {
  const payments = new Map<string, BondPayment[]>();
  for (const each of paymentRows(row.payments)) {
    const payment = { ...PAYMENT.read(each), depositId: each.deposit_id };
    const others = payments.get(payment.subject);
    if (others) others.push(payment);
    else payments.set(payment.subject, [payment]);
  }
  const booked = new Map(bookedRows(row.booked).map((each) => [each.subject, each]));
  return bondRows(row.bonds).map((each) => {
    const bond = BOND.read(each);
    const { issued, paid } = booked.get(bond.id) ?? NOTHING;
    return {
      bond,
      isMissing: each.denied,
      payments: payments.get(bond.id) ?? [],
      booked: { issued, held: each.held, paid },
    };
  });
}

export type BondRemovalFacts = DecisionContext & HeldBond;

/** Open vaults of the user `u`, without parked ones. */
const OPEN_VAULTS = `from (select * from vaults o where o.user_id = u.id and o.status <> 'completed'
  and o.parked_at is null and o.deleted_at is null order by o.created_at, o.id) o`;
const OF_BONDS = statement(
  'bond-removal-facts',
  `select k.id, k.user_id, ${DECISION_COLUMNS}, a.amount as unstaked,
     ${removalColumns('b.id = k.id', 'j.user_id = k.user_id and j.subject = k.id')},
     ${VAULT.jsonRows('o', OPEN_VAULTS)} as vaults
   from bonds k join users u on u.id = k.user_id
   join balances a on a.ref = u.id and a.kind = 'unstaked', protocol p
   where k.id = ${anyOf(1)} and k.deleted_at is null`,
);

interface Row extends RemovalRow, DecisionContextRow {
  readonly id: string;
  readonly user_id: string;
  readonly unstaked: Lmt;
  readonly vaults: JsonRows;
}

export const bondRemovalFacts: Facts<string, BondRemovalFacts> = {
  name: 'bond-removal',
  async read(session, ids) {
    const rows = await session.query<Row>(OF_BONDS, [arrayOf(ids)]);
    const found = rows.flatMap((row) => bondsToDelete(row).map((toDelete) => ({ row, toDelete })));
    return inOrderOf(ids, found, {
      keyOf: ({ row }) => row.id,
      read: ({ row, toDelete }) => ({
        ...decisionContextOf(row.user_id, row),
        unstaked: row.unstaked,
        vaults: VAULT.readRows(row.vaults),
        toDelete,
      }),
    });
  },
};
