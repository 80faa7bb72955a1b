import type { Lmt } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import type { AssignmentFacts } from '#domain/payments/assignment';
import { arrayOf, statement, unnestOf } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import { BOND } from '../kernel/entities/bond.ts';
import { DEPOSIT } from '../kernel/entities/deposit.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { PAYMENT } from '../kernel/entities/payment.ts';
import { ISSUED_LMT } from '../kernel/ledger/totals.ts';
import { IS_OPEN_PAYOUT } from '../kernel/entities/payout.ts';
import { priceColumn, priceRows, solAround } from '../kernel/terms/market-prices.ts';
import {
  type Facts,
  DECISION_COLUMNS,
  type DecisionContext,
  type DecisionContextRow,
  decisionContextOf,
  userOf,
} from '../kernel/write/facts.ts';

interface Key {
  readonly depositId: string;
  readonly userId: string;
  readonly announcedId: string | null;
}

const OF_DEPOSITS = statement(
  'assignment-facts',
  `select ${DEPOSIT.select('d')}, u.id as to_user, ${DECISION_COLUMNS}, ${ISSUED_LMT} as issued,
     (select min(o.expires_at) from payouts o where o.purpose = 'deposit' and o.subject = d.id
        and ${IS_OPEN_PAYOUT}) as refund_ends_at,
     ${BOND.jsonRows('b', 'from bonds b where b.id = k.announced_id and b.deleted_at is null')}
       as announced,
     ${PAYMENT.jsonRows('y', `from payments y where y.signature = d.signature and y.subject = d.id`)}
       as payments,
     ${priceColumn(solAround('d.block_time'))} as sol
   from ${unnestOf(['uuid', 'uuid', 'uuid'])} with ordinality
     as k(deposit_id, user_id, announced_id, place)
   left join deposits d on d.id = k.deposit_id
   ${userOf('u.id = k.user_id')}, protocol p
   order by k.place`,
);

interface Row extends DecisionContextRow {
  readonly id: string | null;
  readonly to_user: string | null;
  readonly issued: Lmt;
  readonly refund_ends_at: Instant | null;
  readonly announced: JsonRows;
  readonly payments: JsonRows;
  readonly sol: JsonRows;
}

/** Inputs by deposit, by the user it is assigned to, and by the announced bond it pays for. */
export const assignmentFacts: Facts<Key, AssignmentFacts & DecisionContext> = {
  name: 'assignment',
  async read(session, keys) {
    const rows = await session.query<Row & EntityRow>(OF_DEPOSITS, [
      arrayOf(keys.map(({ depositId }) => depositId)),
      arrayOf(keys.map(({ userId }) => userId)),
      arrayOf(keys.map(({ announcedId }) => announcedId)),
    ]);
    return rows.map((row) =>
      row.id === null
        ? null
        : {
            ...decisionContextOf(row.to_user, row),
            deposit: DEPOSIT.read(row),
            refundEndsAt: row.refund_ends_at,
            announced: BOND.readRows(row.announced)[0] ?? null,
            payments: PAYMENT.readRows(row.payments),
            sol: priceRows(row.sol),
            issued: row.issued,
          },
    );
  },
};
