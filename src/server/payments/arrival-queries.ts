import type { Arrival } from '#domain/payments/arrival';
import { type Instant, iso } from '#domain/base/time';
import { type Session, statement } from '../kernel/db/database.ts';
import { ARRIVAL } from '../kernel/entities/arrival.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';

const ADD = statement('arrival-add', `${ARRIVAL.insert} on conflict do nothing`);
/**
 * Selects due retries. A retry is at most an hour ahead, so a time two hours ahead was set under clock skew,
 * and is due too.
 */
const DUE = statement(
  'arrivals-due',
  `select ${ARRIVAL.select('a')} from arrivals a
   where a.decide_at <= $1 or a.decide_at > $1::timestamptz + interval '2 hours'
   order by a.decide_at, a.signature limit $2`,
);
const ONE = 'where signature = $1 and payer = $2 and token = $3::pay_token';
const DROP = statement('arrival-drop', `delete from arrivals ${ONE}`);
const POSTPONE = statement(
  'arrival-postpone',
  `update arrivals set decide_at = $4, failures = $5, error = $6 ${ONE}`,
);

export async function addArrival(session: Session, arrival: Arrival): Promise<void> {
  await session.query(ADD, ARRIVAL.values(arrival));
}

export async function dueArrivals(
  session: Session,
  now: Instant,
  limit: number,
): Promise<Arrival[]> {
  return (await session.query<EntityRow>(DUE, [iso(now), limit])).map(ARRIVAL.read);
}

export async function dropArrival(
  session: Session,
  { signature, payer, token }: Arrival,
): Promise<void> {
  await session.query(DROP, [signature, payer, token]);
}

/** Stores the next decision time of an arrival, and the error of the last failure. */
export async function postponeArrival(
  session: Session,
  { signature, payer, token, decideAt, failures, error }: Arrival,
): Promise<void> {
  await session.query(POSTPONE, [signature, payer, token, iso(decideAt), failures, error]);
}
