import type { Dated } from '#domain/base/history';
import type { LmtPrice } from '#domain/base/money';
import { type Instant, iso } from '#domain/base/time';
import { noteChange } from '../db/changes.ts';
import { type Session, arrayOf, statement } from '../db/database.ts';
import { lock } from '../db/locks.ts';

const LAST = statement(
  'lmt-price-last',
  'select effective_at, price from lmt_prices order by effective_at desc, id desc limit 1',
);
const ADD_STEPS = statement(
  'lmt-price-steps',
  `with steps as (
     insert into lmt_prices (effective_at, price, origin)
     select at, price, 'step' from unnest($1::text::timestamptz[], $2::text::bigint[]) as s(at, price)
     returning id)
   update protocol set terms_version = terms_version + 1 where exists (select from steps)`,
);

/** The newest price, locked in the caller's transaction against any other writer of prices. */
export async function lastPriceLocked(transaction: Session): Promise<Dated<LmtPrice> | null> {
  await lock(transaction, 'lmtPrice');
  const [row] = await transaction.query<{ effective_at: Instant; price: LmtPrice }>(LAST);
  return row ? { from: row.effective_at, value: row.price } : null;
}

/** Writes price steps down, in the transaction that locked the last. */
export async function addPriceSteps(
  transaction: Session,
  steps: readonly Dated<LmtPrice>[],
): Promise<void> {
  await transaction.query(ADD_STEPS, [
    arrayOf(steps.map(({ from }) => iso(from))),
    arrayOf(steps.map(({ value }) => value)),
  ]);
  noteChange(transaction, { topics: ['protocol', 'treasury'] });
}

const SET = statement(
  'lmt-price-set',
  `with entry as (insert into lmt_prices (effective_at, price, origin) values ($1, $2, 'set'))
   update protocol set terms_version = terms_version + 1`,
);

/** Puts a price in force, from which the steps are counted anew, in the transaction that locked the last. */
export async function setPrice(
  transaction: Session,
  { from, value }: Dated<LmtPrice>,
): Promise<void> {
  await transaction.query(SET, [iso(from), value]);
  noteChange(transaction, { topics: ['protocol', 'treasury'] });
}
