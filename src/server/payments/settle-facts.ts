import type { Lmt } from '#domain/base/money';
import { iso } from '#domain/base/time';
import { type AnnouncementFacts, UNSEEN_COUNTS_MS } from '#domain/bonds/announcement';
import type { Bond } from '#domain/bonds/bond';
import type { FollowedBond } from '#domain/payments/follow-bond';
import type { ProvenPayment } from '#domain/payments/payment';
import type { PaymentFacts } from '#domain/payments/settle';
import type { MarketPrice } from '#domain/terms/price';
import { anyOf, arrayOf, statement, unnestOf } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import { BOND } from '../kernel/entities/bond.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { PAYMENT } from '../kernel/entities/payment.ts';
import { QUOTE } from '../kernel/entities/quote.ts';
import { ISSUED_LMT } from '../kernel/ledger/totals.ts';
import { STARTED_SLOT } from './watch-cursors.ts';
import {
  NEWEST_SOL,
  priceColumn,
  priceOf,
  priceRows,
  solAround,
  usdcAt,
} from '../kernel/terms/market-prices.ts';
import {
  type Facts,
  DECISION_COLUMNS,
  type DecisionContext,
  type DecisionContextRow,
  factsById,
  decisionContextOf,
  userOf,
} from '../kernel/write/facts.ts';

export interface BondFacts extends DecisionContext {
  readonly bond: Bond;
  readonly userId: string;
}

const FOLLOWED = statement(
  'followed-bond-facts',
  `select ${BOND.select('b')}, ${DECISION_COLUMNS},
     ${PAYMENT.jsonRows('y', `from payments y where y.signature = b.signature and y.subject = b.id`)}
       as payments
   from bonds b join users u on u.id = b.user_id, protocol p
   where b.id = ${anyOf(1)} and b.deleted_at is null`,
);

const bondFactsOf = (row: EntityRow & DecisionContextRow): BondFacts => {
  const bond = BOND.read(row);
  return { bond, ...decisionContextOf(bond.userId, row) };
};

export const bondFacts = factsById(
  'bond',
  statement(
    'bond-facts',
    `select ${BOND.select('b')}, ${DECISION_COLUMNS} from bonds b join users u on u.id = b.user_id, protocol p
     where b.id = ${anyOf(1)} and b.deleted_at is null`,
  ),
  bondFactsOf,
);

export const followedBondFacts = factsById(
  'followed-bond',
  FOLLOWED,
  (
    row: EntityRow & DecisionContextRow & { readonly payments: JsonRows },
  ): FollowedBond & BondFacts => ({
    ...bondFactsOf(row),
    payments: PAYMENT.readRows(row.payments),
  }),
);

/** Bonds of the user `u` that wait for a payment, or have the signature of `k`. */
const WAITING = `from bonds b where b.user_id = u.id and b.deleted_at is null
     and (b.status = 'pending' or b.signature = k.signature`;
/** Bonds that failed recently; older failures do not count. */
const RECENTLY_FAILED = `b.status = 'failed' and b.created_at
     > protocol_time(p.clock_offset_ms) - interval '${UNSEEN_COUNTS_MS} milliseconds'`;

const ANNOUNCED = statement(
  'announcement-facts',
  `select u.id, ${DECISION_COLUMNS}, s.price, s.at, s.source,
     ${BOND.jsonRows('b', `${WAITING} or ${RECENTLY_FAILED})`)} as bonds
   from ${unnestOf(['uuid', 'text'])} with ordinality as k(user_id, signature, place)
   ${userOf('u.id = k.user_id')}, protocol p, ${NEWEST_SOL} s
   order by k.place`,
);

/** Inputs by the user's id and the signature of the announced payment. */
export const announcementFacts: Facts<
  { readonly userId: string; readonly signature: string | null },
  AnnouncementFacts & DecisionContext
> = {
  name: 'announcement',
  async read(session, keys) {
    type Row = DecisionContextRow &
      MarketPrice & { readonly id: string | null; readonly bonds: JsonRows };
    const rows = await session.query<Row>(ANNOUNCED, [
      arrayOf(keys.map(({ userId }) => userId)),
      arrayOf(keys.map(({ signature }) => signature)),
    ]);
    return rows.map((row) =>
      row.id === null
        ? null
        : { ...decisionContextOf(row.id, row), sol: priceOf(row), bonds: BOND.readRows(row.bonds) },
    );
  },
};

const USED = `from payments y
     where y.signature = k.signature and y.payer = k.payer and y.token = k.token`;
const OF_PAYMENTS = statement(
  'payment-facts',
  `select u.id as user_id, ${DECISION_COLUMNS}, ${ISSUED_LMT} as issued, ${STARTED_SLOT} as started_slot,
     ${PAYMENT.jsonRows('y', USED)} as used,
     ${BOND.jsonRows('b', `${WAITING} or b.id = (select y.subject ${USED}))`)} as bonds,
     ${QUOTE.jsonRows('q', 'from quotes q where q.reference = any(k.keys)')} as quotes,
     exists (select from fee_quotes f where f.reference = any(k.keys) and f.user_id = u.id)
       as names_fee_quote,
     ${priceColumn(solAround('k.block_time'))} as sol,
     ${priceColumn(usdcAt('k.block_time'))} as usdc
   from jsonb_to_recordset($1::text::jsonb) as k(place integer, signature text, payer text,
     token pay_token, block_time timestamptz, keys text[])
   ${userOf('u.wallet = k.payer')}, protocol p
   order by k.place`,
);

interface PaymentRow extends DecisionContextRow {
  readonly user_id: string | null;
  readonly issued: Lmt;
  readonly started_slot: number | null;
  readonly used: JsonRows;
  readonly bonds: JsonRows;
  readonly quotes: JsonRows;
  readonly sol: JsonRows;
  readonly usdc: JsonRows;
  readonly names_fee_quote: boolean;
}

export const paymentFacts: Facts<ProvenPayment, PaymentFacts & DecisionContext> = {
  name: 'payment',
  async read(session, payments) {
    const asked = payments.map(({ signature, payer, token, blockTime, keys }, place) => ({
      place,
      signature,
      payer: payer ?? '',
      token,
      block_time: iso(blockTime),
      keys,
    }));
    const rows = await session.query<PaymentRow>(OF_PAYMENTS, [JSON.stringify(asked)]);
    return rows.map((row) => ({
      ...decisionContextOf(row.user_id, row),
      used: PAYMENT.readRows(row.used)[0] ?? null,
      bonds: BOND.readRows(row.bonds),
      quotes: QUOTE.readRows(row.quotes),
      namesFeeQuote: row.names_fee_quote,
      sol: priceRows(row.sol),
      usdc: priceRows(row.usdc)[0] ?? null,
      issued: row.issued,
      startedSlot: row.started_slot,
    }));
  },
};
