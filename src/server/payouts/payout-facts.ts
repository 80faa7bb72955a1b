import type { Lamports, UsdPrice } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import type { Payout, PayoutPurpose } from '#domain/payouts/payout';
import { LIMIT_COUNTS_MS } from '#domain/payouts/payout-daily-limit';
import type { PayoutFacts } from '#domain/payouts/payout-steps';
import type {
  CreditSubject,
  DepositSubject,
  PayoutSubject,
  SellSubject,
} from '#domain/payouts/payout-subject';
import { type Statement, arrayOf, statement, unnestOf } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import { DEPOSIT } from '../kernel/entities/deposit.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { PAYOUT, PAYOUT_CLAIM } from '../kernel/entities/payout.ts';
import { OWED_TOKENS, type OwedTokensRow, readOwedTokensOf } from '../kernel/ledger/owed-tokens.ts';
import { SELL } from '../kernel/entities/sell.ts';
import { NEWEST_SOL } from '../kernel/terms/market-prices.ts';
import { feeRows, openFeeColumn } from '../vaults/fee-payment-queries.ts';
import {
  type Facts,
  DECISION_COLUMNS,
  type DecisionContext,
  type DecisionContextRow,
  inOrderOf,
  decisionContextOf,
} from '../kernel/write/facts.ts';
import type { RowLocks } from '../kernel/write/row-locks.ts';
import { openOrEndedSince } from './payout-queries.ts';
import { PLACE } from '../sells/sell-queries.ts';

export interface PayoutKey {
  /** Id of the sell request, of the deposit, or of the user whose credit is paid back. */
  readonly id: string;
  /** True if another payout may be made; then recent payouts of all subjects are read. */
  readonly isMaking: boolean;
  /** Transaction by which the owner settles the payout. */
  readonly signature?: string;
}

export interface StoredPayouts<Subject extends PayoutSubject = PayoutSubject>
  extends DecisionContext, PayoutFacts {
  readonly now: Instant;
  readonly subject: Subject;
}

/** Columns of every purpose, followed by those of single purposes. */
type Row = EntityRow &
  DecisionContextRow &
  OwedTokensRow & {
    readonly key: string;
    readonly payouts: JsonRows;
    readonly lately: JsonRows;
    readonly sol_now: UsdPrice;
    readonly paid_by: JsonRows;
    /** Set for sell requests and credit. */
    readonly wallet: string;
    /** Set for sell requests. */
    readonly username: string;
    readonly place: number | null;
    /** Set for credit. */
    readonly credit: Lamports;
    readonly open_fees: JsonRows;
  };

/**
 * The clock is a subquery, because a volatile function in the condition would run for each row and prevent an
 * index scan.
 */
const LATELY = `from payouts o where ${openOrEndedSince(
  `(select protocol_time(p.clock_offset_ms) - interval '${LIMIT_COUNTS_MS} milliseconds')`,
)}`;

const PAID_BY = `from payouts o where o.signature = k.signature and o.status in ('sent', 'finalized')`;

/** Builds the statement for a purpose. `columns` and `from` select its subject `k.id` and the user `u`. */
const ofPurpose = (purpose: PayoutPurpose, columns: string, from: string): Statement =>
  statement(
    `payout-facts-${purpose}`,
    `select k.id as key, ${DECISION_COLUMNS}, ${columns}, m.price as sol_now,
       ${PAYOUT.jsonRows(
         'o',
         `from payouts o where o.subject = k.id and o.purpose = '${purpose}'`,
       )} as payouts,
       case when k.making then ${PAYOUT_CLAIM.jsonRows('o', LATELY)} end as lately,
       case when k.signature is not null then
         ${PAYOUT.jsonRows('o', PAID_BY)}
       end as paid_by,
       ${OWED_TOKENS}
     from ${unnestOf(['uuid', 'boolean', 'text'])} as k(id, making, signature)
     join ${from}, protocol p, ${NEWEST_SOL} m`,
  );

const SELLS = ofPurpose(
  'sell',
  `${SELL.select('s')}, u.wallet, u.username, ${PLACE}`,
  'sells s on s.id = k.id join users u on u.id = s.user_id',
);
const DEPOSITS = ofPurpose(
  'deposit',
  DEPOSIT.select('d'),
  // An unmatched deposit has no user.
  'deposits d on d.id = k.id left join users u on false',
);
const CREDITS = ofPurpose(
  'credit',
  `u.wallet, c.amount as credit,
   ${openFeeColumn('u.id')} as open_fees`,
  `users u on u.id = k.id and u.deleted_at is null
   join balances c on c.ref = u.id and c.kind = 'credit'`,
);

/** Builds the inputs for a purpose. `read` returns what is specific to it. */
const factsOf = <Subject extends PayoutSubject>(
  purpose: Subject['purpose'],
  asked: Statement,
  read: (row: Row) => { readonly userId: string | null; readonly subject: Subject },
): Facts<PayoutKey, StoredPayouts<Subject>> => ({
  name: `${purpose}-payouts`,
  async read(session, keys) {
    const ids = keys.map(({ id }) => id);
    const making = keys.map(({ isMaking }) => isMaking);
    const signatures = keys.map(({ signature }) => signature ?? null);
    const params = [arrayOf(ids), arrayOf(making), arrayOf(signatures)];
    const rows = await session.query<Row>(asked, params);
    return inOrderOf(ids, rows, {
      keyOf: ({ key }) => key,
      read: (row) => {
        const { userId, subject } = read(row);
        const payouts = PAYOUT.readRows(row.payouts);
        const lately = PAYOUT_CLAIM.readRows(row.lately);
        const paidBy = PAYOUT.readRows(row.paid_by);
        const owed = readOwedTokensOf(row);
        const { sol_now: sol } = row;
        return { ...decisionContextOf(userId, row), subject, payouts, owed, lately, sol, paidBy };
      },
    });
  },
});

export const sellPayouts = factsOf('sell', SELLS, (row) => {
  const { wallet, username, place } = row;
  const sell = SELL.read(row);
  const subject: SellSubject = { purpose: 'sell', sell, wallet, username, place };
  return { userId: sell.userId, subject };
});

const depositPayouts = factsOf('deposit', DEPOSITS, (row) => {
  const subject: DepositSubject = { purpose: 'deposit', deposit: DEPOSIT.read(row) };
  return { userId: null, subject };
});

const creditPayouts = factsOf('credit', CREDITS, (row) => {
  const { key: userId, wallet, credit } = row;
  const openFees = feeRows(row.open_fees);
  const subject: CreditSubject = { purpose: 'credit', userId, wallet, credit, openFees };
  return { userId, subject };
});

export const payoutFacts: Readonly<Record<PayoutPurpose, Facts<PayoutKey, StoredPayouts>>> = {
  sell: sellPayouts,
  deposit: depositPayouts,
  credit: creditPayouts,
};

/** Returns the row locks of a payout step: its user, or the deposit that it pays back. */
export const payoutLocks = ({
  purpose,
  subject,
  userId,
}: Pick<Payout, 'purpose' | 'subject' | 'userId'>): RowLocks => ({
  users: userId === null ? [] : [userId],
  deposits: purpose === 'deposit' ? [subject] : [],
});
