import type { TillBalance } from '#domain/payments/deposit';
import type { Payout } from '#domain/payouts/payout';
import type { Movement } from '#domain/treasury/movement';
import type { PayToken } from '#domain/base/money';
import { type Instant, iso } from '#domain/base/time';
import { noteChange } from '../kernel/db/note-change.ts';
import { type Session, arrayOf, only, statement } from '../kernel/db/database.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { MOVEMENT } from '../kernel/entities/movement.ts';
import { PAYOUT } from '../kernel/entities/payout.ts';
import { arraysOf, namesOf, unnested } from '../kernel/entities/rows.ts';

const OPEN = statement(
  'movements-open',
  `insert into movement_openings (token, balance, slot, at)
   values ($1::pay_token, $2, $3, $4) on conflict do nothing`,
);
/**
 * Marks a transaction as processed and writes its movements in one statement, so that only the first node
 * writes. An account's first transaction sets its opening balance. Earlier transactions that are found late
 * get no movements, because the opening balance includes them: their slot is lower, or in the same slot they
 * ended at the opening balance.
 */
const RECORD = statement(
  'transaction-record',
  `with processed as (insert into processed_transactions (address, signature, slot)
     values ($1, $2, $3) on conflict do nothing returning signature),
   parts as materialized (select r.* from ${unnested(MOVEMENT, 4)}, processed
     where not exists (select from movement_openings o where o.token = r.token
       and (o.slot > r.slot or (o.slot = r.slot and o.balance = r.after)))),
   opened as (insert into movement_openings (token, balance, slot, at)
     select r.token, r.before, r.slot, r.block_time from parts r where r.part = 0
     on conflict do nothing)
   insert into movements (${namesOf(MOVEMENT)})
   select r.* from parts r order by r.part on conflict do nothing returning id`,
);
const OPENING_SLOT = statement(
  'movements-opening-slot',
  'select slot::float8 as slot from movement_openings where token = $1::pay_token',
);
const PARTS_OF = statement(
  'movements-parts-of',
  `select count(*)::integer as count from movements where signature = $1 and token = $2::pay_token`,
);
const PAYOUTS_TO = statement(
  'movements-payouts-to',
  `select ${PAYOUT.select('o')}, exists (select from movements m where m.payout_id = o.id
     and m.signature <> $2) as seen from payouts o
   where o.receiver = any(array(select unnest($1::text::text[]))) order by o.id`,
);

/** Records the opening balance of an account at a slot; does nothing if the account has one. */
export async function openMovements(
  session: Session,
  { token, balance }: { readonly token: PayToken; readonly balance: TillBalance['after'] },
  { slot, at }: { readonly slot: number; readonly at: Instant },
): Promise<void> {
  await session.query(OPEN, [token, balance, slot, iso(at)]);
}

/** Returns the slot of an account's opening balance; null if it has none. */
export async function openingSlotOf(session: Session, token: PayToken): Promise<number | null> {
  const [row] = await session.query<{ slot: number }>(OPENING_SLOT, [token]);
  return row?.slot ?? null;
}

/** Returns the number of movements of an account under a signature, or under an address for a hand-over. */
export async function partsOf(
  session: Session,
  signature: string,
  token: PayToken,
): Promise<number> {
  const rows = await session.query<{ count: number }>(PARTS_OF, [signature, token]);
  return only(rows).count;
}

/**
 * Records a transaction of a watched address as processed, with its movements unless the opening balance
 * includes it. Does nothing if it is already recorded.
 */
export async function recordTransaction(
  session: Session,
  address: string,
  {
    signature,
    slot,
    parts,
  }: {
    readonly signature: string;
    readonly slot: number;
    readonly parts: readonly Movement[];
  },
): Promise<void> {
  const params = [address, signature, slot, ...arraysOf(MOVEMENT, parts)];
  const added = await session.query(RECORD, params);
  if (added.length > 0) noteChange(session, { topics: ['admin'] });
}

/** Payout, and whether another transaction was recorded as its payment. */
type SeenPayout = Payout & { readonly isSeen: boolean };

/** Returns all payouts, in any status, to one of the wallets that a transaction pays. */
export async function payoutsTo(
  session: Session,
  receivers: readonly string[],
  signature: string,
): Promise<SeenPayout[]> {
  const params = [arrayOf(receivers), signature];
  const rows = await session.query<EntityRow & { seen: boolean }>(PAYOUTS_TO, params);
  return rows.map((row) => ({ ...PAYOUT.read(row), isSeen: row.seen }));
}
