import type { StoredHolding } from '#domain/treasury/holdings';
import type { TreasuryBalances } from '#domain/payments/deposit';
import { type Instant, iso } from '#domain/base/time';
import { type Session, only, statement } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { HOLDING } from '../kernel/entities/holding.ts';
import {
  DECISION_COLUMNS_WITHOUT_USER,
  type DecisionContext,
  type DecisionContextRow,
  commonFacts,
  decisionContextOf,
} from '../kernel/write/facts.ts';

const ALL = statement(
  'holdings-all',
  `select ${HOLDING.select('h')} from holdings h order by h.display_order`,
);
/** Keeps the reading that was requested last. A time more than a minute ahead was set under clock skew. */
const KEEP = statement(
  'holdings-keep',
  `update holdings set as_of = $1,
     amount = case symbol when 'SOL' then $2::bigint when 'USDC' then $3::bigint end
   where origin = 'chain' and symbol in ('SOL', 'USDC') and (as_of is null or as_of <= $1
     or as_of > $1::timestamptz + interval '1 minute')`,
);

/** Returns all assets of the treasury, in display order. */
export async function readHoldings(session: Session): Promise<StoredHolding[]> {
  return (await session.query<EntityRow>(ALL)).map(HOLDING.read);
}

/** Stores the chain's balances at an instant, shown while the chain does not respond. */
export async function storeBalances(
  session: Session,
  { lamports, usdc }: TreasuryBalances,
  at: Instant,
): Promise<void> {
  await session.query(KEEP, [iso(at), lamports, usdc]);
}

/** Inputs of a decision about the treasury's holdings. */
export interface HoldingsFacts extends DecisionContext {
  readonly holdings: readonly StoredHolding[];
}

const FACTS = statement(
  'holdings-facts',
  `select ${DECISION_COLUMNS_WITHOUT_USER},
     ${HOLDING.jsonRows('h', 'from (select * from holdings order by display_order) h')}
       as holdings
   from protocol p`,
);

export const holdingsFacts = commonFacts('holdings', async (session): Promise<HoldingsFacts> => {
  const row = only(
    await session.query<DecisionContextRow & { readonly holdings: JsonRows }>(FACTS),
  );
  return { ...decisionContextOf(null, row), holdings: HOLDING.readRows(row.holdings) };
});
