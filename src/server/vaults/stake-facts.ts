import type { Lamports, Lmt } from '#domain/base/money';
import { iso } from '#domain/base/time';
import type { MarketPrice } from '#domain/terms/price';
import type { WalletPayment } from '#domain/payments/payment';
import type { StakeFacts } from '#domain/vaults/open-stake';
import { feePricesSince } from '#domain/vaults/stake-fee';
import { statement } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import { BOND } from '../kernel/entities/bond.ts';
import { DEPOSIT } from '../kernel/entities/deposit.ts';
import { FEE_QUOTE } from '../kernel/entities/fee-quote.ts';
import { PAYMENT } from '../kernel/entities/payment.ts';
import { QUOTE } from '../kernel/entities/quote.ts';
import { VAULT } from '../kernel/entities/vault.ts';
import { IS_OPEN_PAYOUT } from '../kernel/entities/payout.ts';
import { STARTED_SLOT } from '../payments/watch-cursors.ts';
import {
  NEWEST_SOL,
  priceColumn,
  priceOf,
  priceRows,
  solDuring,
} from '../kernel/terms/market-prices.ts';
import {
  type Facts,
  DECISION_COLUMNS,
  type DecisionContext,
  type DecisionContextRow,
  decisionContextOf,
  userOf,
} from '../kernel/write/facts.ts';
import { LATEST_FEE_QUOTE } from './fee-quote-facts.ts';
import { feeRows, openFeeColumn } from './fee-payment-queries.ts';

/** User, amount and payment of a stake. */
export interface StakeKey {
  readonly userId: string;
  readonly wallet: string;
  readonly amount: Lmt;
  readonly signature: string | null;
  readonly paid: Pick<WalletPayment, 'blockTime' | 'keys'> | null;
}

interface Row extends DecisionContextRow, MarketPrice {
  readonly id: string | null;
  readonly unstaked: Lmt;
  readonly credit: Lamports;
  readonly started_slot: number | null;
  readonly open_fees: JsonRows;
  readonly vaults: JsonRows;
  readonly used: JsonRows;
  readonly bonds: JsonRows;
  readonly deposits: JsonRows;
  readonly is_refunding: boolean;
  readonly bond_quotes: JsonRows;
  readonly named_quotes: JsonRows;
  readonly latest_quotes: JsonRows;
  readonly sol_when_paid: JsonRows;
}

const USED = `from payments y
  where y.signature = k.signature and y.payer = k.payer and y.token = 'SOL'`;
const OF_STAKES = statement(
  'stake-facts',
  `select u.id, ${DECISION_COLUMNS}, s.price, s.at, s.source, a.unstaked, a.credit,
     ${STARTED_SLOT} as started_slot, ${openFeeColumn('u.id')} as open_fees,
     ${VAULT.jsonRows(
       'v',
       `from (select * from vaults where user_id = u.id and deleted_at is null
          and (status <> 'completed' or fee_signature = k.signature)
          order by created_at desc, id desc) v`,
     )} as vaults,
     ${PAYMENT.jsonRows('y', USED)} as used,
     ${BOND.jsonRows(
       'd',
       `from bonds d where d.id = (select y.subject ${USED}) and d.deleted_at is null`,
     )} as bonds,
     ${DEPOSIT.jsonRows('d', `from deposits d where d.id = (select y.subject ${USED})`)}
       as deposits,
     exists (select from payouts o where o.purpose = 'deposit'
       and o.subject = (select y.subject ${USED}) and ${IS_OPEN_PAYOUT}) as is_refunding,
     ${QUOTE.jsonRows('q', 'from quotes q where q.reference = any(k.keys)')}
       as bond_quotes,
     ${FEE_QUOTE.jsonRows(
       'q',
       'from fee_quotes q where q.reference = any(k.keys) and q.user_id = u.id',
     )} as named_quotes,
     ${LATEST_FEE_QUOTE} as latest_quotes,
     ${priceColumn(solDuring('k.since', 'k.block_time'))}
       as sol_when_paid
   from jsonb_to_recordset($1::text::jsonb) as k(place integer, user_id uuid, payer text,
     amount bigint, signature text, since timestamptz, block_time timestamptz, keys text[])
   ${userOf('u.id = k.user_id')}
   left join lateral (select max(amount) filter (where kind = 'unstaked') as unstaked,
     max(amount) filter (where kind = 'credit') as credit from balances where ref = u.id) a on true,
   protocol p, ${NEWEST_SOL} s
   order by k.place`,
);

export const stakeFacts: Facts<StakeKey, StakeFacts & DecisionContext> = {
  name: 'stake',
  async read(session, keys) {
    const asked = keys.map(({ userId, wallet, amount, signature, paid }, place) => ({
      place,
      user_id: userId,
      payer: wallet,
      amount: amount.toString(),
      signature,
      since: paid && iso(feePricesSince(paid.blockTime)),
      block_time: paid && iso(paid.blockTime),
      keys: paid?.keys ?? [],
    }));
    const rows = await session.query<Row>(OF_STAKES, [JSON.stringify(asked)]);
    return rows.map((row) => (row.id === null ? null : factsOf(row.id, row)));
  },
};

function factsOf(userId: string, row: Row): StakeFacts & DecisionContext {
  return {
    ...decisionContextOf(userId, row),
    sol: priceOf(row),
    unstaked: row.unstaked,
    credit: row.credit,
    openFees: feeRows(row.open_fees),
    vaults: VAULT.readRows(row.vaults),
    use: {
      payment: PAYMENT.readRows(row.used)[0] ?? null,
      bond: BOND.readRows(row.bonds)[0] ?? null,
      deposit: DEPOSIT.readRows(row.deposits)[0] ?? null,
      isRefunding: row.is_refunding,
      bondQuotes: QUOTE.readRows(row.bond_quotes),
    },
    startedSlot: row.started_slot,
    namedQuotes: FEE_QUOTE.readRows(row.named_quotes),
    latestQuote: FEE_QUOTE.readRows(row.latest_quotes)[0] ?? null,
    solWhenPaid: priceRows(row.sol_when_paid),
  };
}
