import type { KeptHolding } from '#domain/treasury/holdings';
import type { Lamports, Usdc } from '#domain/base/money';
import { type Instant, iso } from '#domain/base/time';
import { noteChange } from '../db/changes.ts';
import { type Session, arrayOf, statement } from '../db/database.ts';

const COLUMNS = `symbol, name, logo, display_order as "displayOrder", decimals, origin,
  amount as units, as_of as "asOf"`;
const ALL = statement('holdings-all', `select ${COLUMNS} from holdings order by display_order`);
const LOCK = statement(
  'holdings-lock',
  `select ${COLUMNS} from holdings order by display_order for update`,
);
const ENTER = statement(
  'holdings-enter',
  `update holdings h set amount = e.amount, as_of = $1
   from unnest($2::text::text[], $3::text::bigint[]) as e(symbol, amount)
   where h.symbol = e.symbol and h.origin = 'owner'`,
);
/** Of two readings that cross, the one that was asked for later stays. */
const KEEP = statement(
  'holdings-keep',
  `update holdings set as_of = $1,
     amount = case symbol when 'SOL' then $2::bigint when 'USDC' then $3::bigint end
   where origin = 'chain' and symbol in ('SOL', 'USDC') and (as_of is null or as_of <= $1)`,
);

/** All assets of the treasury, in the order in which they are shown. */
export function readHoldings(session: Session): Promise<KeptHolding[]> {
  return session.query<KeptHolding>(ALL);
}

/** The same, held against any other change until the caller's transaction ends. */
export function lockHoldings(transaction: Session): Promise<KeptHolding[]> {
  return transaction.query<KeptHolding>(LOCK);
}

/** Writes down amounts that the owner entered, in the transaction that locked them. */
export async function enterAmounts(
  transaction: Session,
  holdings: readonly KeptHolding[],
  at: Instant,
): Promise<void> {
  await transaction.query(ENTER, [
    iso(at),
    arrayOf(holdings.map(({ symbol }) => symbol)),
    arrayOf(holdings.map(({ units }) => units)),
  ]);
  noteChange(transaction, { topics: ['treasury'] });
}

/** Keeps what the chain said at an instant, for when it cannot be asked. */
export async function keepBalances(
  session: Session,
  { lamports, usdc }: { readonly lamports: Lamports; readonly usdc: Usdc },
  at: Instant,
): Promise<void> {
  await session.query(KEEP, [iso(at), lamports, usdc]);
}
