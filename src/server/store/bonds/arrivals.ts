import type { PaymentIn, TransactionFacts } from '#domain/bonds/deposit';
import type { Amount, PayToken } from '#domain/base/money';
import { type Instant, iso } from '#domain/base/time';
import { type Session, statement } from '../db/database.ts';

/** A finalized payment that waits for its payer to say what it is for. */
export interface Arrival extends PaymentIn {
  readonly signature: string;
  readonly blockTime: Instant;
  readonly slot: number;
}

interface Row {
  readonly signature: string;
  readonly payer: string;
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
  readonly block_time: Instant;
  readonly slot: bigint;
}

const ADD = statement(
  'arrival-add',
  `insert into arrivals (signature, payer, token, amount, block_time, slot, decide_at)
   values ($1, $2, $3::pay_token, $4, $5, $6, $7) on conflict do nothing`,
);
const DUE = statement(
  'arrivals-due',
  `select signature, payer, token, amount, block_time, slot from arrivals
   where decide_at <= $1 order by decide_at, signature limit $2`,
);
const DROP = statement(
  'arrival-drop',
  'delete from arrivals where signature = $1 and payer = $2 and token = $3::pay_token',
);

export async function addArrival(
  session: Session,
  { payer, token, amount }: PaymentIn,
  { signature, slot }: TransactionFacts,
  blockTime: Instant,
  decideAt: Instant,
): Promise<void> {
  await session.query(ADD, [signature, payer, token, amount, iso(blockTime), slot, iso(decideAt)]);
}

export async function dueArrivals(
  session: Session,
  now: Instant,
  limit: number,
): Promise<Arrival[]> {
  const rows = await session.query<Row>(DUE, [iso(now), limit]);
  return rows.map(({ block_time, slot, ...row }) => ({
    ...row,
    blockTime: block_time,
    slot: Number(slot),
  }));
}

export async function dropArrival(
  session: Session,
  { signature, payer, token }: Arrival,
): Promise<void> {
  await session.query(DROP, [signature, payer, token]);
}

const POSTPONE = statement(
  'arrival-postpone',
  `update arrivals set decide_at = $4
   where signature = $1 and payer = $2 and token = $3::pay_token`,
);

export async function postponeArrival(
  session: Session,
  { signature, payer, token }: Arrival,
  until: Instant,
): Promise<void> {
  await session.query(POSTPONE, [signature, payer, token, iso(until)]);
}
