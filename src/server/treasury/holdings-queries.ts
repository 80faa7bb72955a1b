import type { StoredHolding } from '#domain/treasury/holdings';
import type { TreasuryBalances } from '#domain/payments/deposit';
import { type Instant, iso } from '#domain/base/time';
import { type Session, only, statement } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { HOLDING } from '../kernel/entities/holding.ts';
import {
  STANDING_OF_NOBODY,
  type Standing,
  type StandingRow,
  commonFacts,
  standingOf,
} from '../kernel/write/facts.ts';

const ALL = statement(
  'holdings-all',
  `select ${HOLDING.select('h')} from holdings h order by h.display_order`,
);
/** Of two readings that cross, the one that was asked for later stays. */
const KEEP = statement(
  'holdings-keep',
  `update holdings set as_of = $1,
     amount = case symbol when 'SOL' then $2::bigint when 'USDC' then $3::bigint end
   where origin = 'chain' and symbol in ('SOL', 'USDC') and (as_of is null or as_of <= $1
     or as_of > $1::timestamptz + interval '1 minute')`,
);

/** All assets of the treasury, in the order in which they are shown. */
export async function readHoldings(session: Session): Promise<StoredHolding[]> {
  return (await session.query<EntityRow>(ALL)).map(HOLDING.read);
}

/** Keeps what the chain said at an instant, for when it cannot be asked. */
export async function keepBalances(
  session: Session,
  { lamports, usdc }: TreasuryBalances,
  at: Instant,
): Promise<void> {
  await session.query(KEEP, [iso(at), lamports, usdc]);
}

/** What a decision about the treasury's holdings needs. */
export interface HoldingsFacts extends Standing {
  readonly holdings: readonly StoredHolding[];
}

const FACTS = statement(
  'holdings-facts',
  `select ${STANDING_OF_NOBODY},
     ${HOLDING.jsonRows('h', 'from (select * from holdings order by display_order) h')}
       as holdings
   from protocol p`,
);

export const holdingsFacts = commonFacts('holdings', async (session): Promise<HoldingsFacts> => {
  const row = only(await session.query<StandingRow & { readonly holdings: JsonRows }>(FACTS));
  return { ...standingOf(null, row), holdings: HOLDING.readRows(row.holdings) };
});
