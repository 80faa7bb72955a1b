import type { PayToken } from '#domain/base/money';
import type { Movement } from '#domain/treasury/movement';
import type { WatchCursor } from '../bonds/watch-cursors.ts';
import { noteChange } from '../db/changes.ts';
import { type Session, arrayOf, statement } from '../db/database.ts';
import { MOVEMENT } from '../entities/movement.ts';
import { arraysOf, namesOf, unnested } from '../entities/rows.ts';

/** Transactions that are written down together, and the movement that counts their dust. */
export interface QuietBatch {
  readonly token: PayToken;
  readonly transactions: readonly { readonly signature: string; readonly slot: number }[];
  readonly dust: Movement | null;
}

/** The step of an address's cursor past such transactions. */
export interface CursorStep {
  readonly address: string;
  /** The signature that it stands at. */
  readonly from: string | null;
  readonly to: WatchCursor;
}

/** Cursor, dust and signatures in one statement: no node that is killed, or slower, counts one twice. */
const ADD = statement(
  'quiet-add',
  `with moved as (update watch_cursors set signature = $3::text, slot = $4::bigint
     where address = $1 and signature is not distinct from $2::text and slot <= $4::bigint
     returning address),
   dust as materialized (select r.* from ${unnested(MOVEMENT, 9)}),
   opened as (insert into movement_openings (token, balance, slot, at)
     select r.token, r.before, r.slot, r.block_time from dust r, moved
     on conflict do nothing),
   counted as (insert into movements (${namesOf(MOVEMENT)}) select r.* from dust r, moved
     returning id)
   insert into quiet_transactions (token, first_slot, last_slot, movement_id, signatures)
   select $5::pay_token, $6::bigint, $7::bigint, (select id from counted), $8::text::text[]
   from moved returning id`,
);

/** Writes quiet transactions down and steps past them; false where the cursor stands elsewhere by now. */
export async function addQuiet(
  session: Session,
  { token, transactions, dust }: QuietBatch,
  { address, from, to }: CursorStep,
): Promise<boolean> {
  const slots = transactions.map(({ slot }) => slot);
  const added = await session.query(ADD, [
    address,
    from,
    to.signature,
    to.slot,
    token,
    Math.min(...slots),
    Math.max(...slots),
    arrayOf(transactions.map(({ signature }) => signature)),
    ...arraysOf(MOVEMENT, dust ? [dust] : []),
  ]);
  if (added.length > 0 && dust) noteChange(session, { topics: ['admin'] });
  return added.length > 0;
}

const KNOWN = statement(
  'transactions-known',
  `select s.signature from unnest($2::text::text[]) as s(signature)
   where exists (select from movements m where m.signature = s.signature and m.token = $1::pay_token)
     or exists (select from parked_transactions t where t.signature = s.signature)
     or s.signature in (select unnest(q.signatures) from quiet_transactions q
       where q.token = $1::pay_token and q.last_slot >= $3::bigint and q.first_slot <= $4::bigint)`,
);

/** Those of an account's transactions that have been dealt with, or put aside. */
export async function knownAmong(
  session: Session,
  token: PayToken,
  listed: QuietBatch['transactions'],
): Promise<ReadonlySet<string>> {
  if (listed.length === 0) return new Set();
  const slots = listed.map(({ slot }) => slot);
  const rows = await session.query<{ signature: string }>(KNOWN, [
    token,
    arrayOf(listed.map(({ signature }) => signature)),
    Math.min(...slots),
    Math.max(...slots),
  ]);
  return new Set(rows.map(({ signature }) => signature));
}

const NOTE = statement(
  'quiet-note',
  `insert into quiet_transactions (token, first_slot, last_slot, signatures)
   values ($1::pay_token, $2, $3, $4::text::text[])`,
);

/** Remembers transactions of an account that were dealt with late, and moved nothing. */
export async function noteQuiet(
  session: Session,
  token: PayToken,
  listed: QuietBatch['transactions'],
): Promise<void> {
  if (listed.length === 0) return;
  const slots = listed.map(({ slot }) => slot);
  const signatures = arrayOf(listed.map(({ signature }) => signature));
  await session.query(NOTE, [token, Math.min(...slots), Math.max(...slots), signatures]);
}

const FORGET = statement(
  'quiet-forget',
  `delete from quiet_transactions where token = $1::pay_token and last_slot < $2
     and movement_id is null`,
);

/** Forgets transactions before a slot that moved nothing: those before it are not gone over again. */
export async function forgetQuiet(session: Session, token: PayToken, slot: number): Promise<void> {
  await session.query(FORGET, [token, slot]);
}
