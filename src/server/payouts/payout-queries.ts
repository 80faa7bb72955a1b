import type { Payout, PayoutPurpose } from '#domain/payouts/payout';
import type { PayoutClaim } from '#domain/payouts/payout-budget';
import { type Instant, iso } from '#domain/base/time';
import { type Session, statement } from '../kernel/db/database.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { IS_OPEN_PAYOUT, PAYOUT, PAYOUT_CLAIM } from '../kernel/entities/payout.ts';

/** Condition for a payout `o` that is open, or has ended since an instant. */
export const openOrEndedSince = (since: string): string =>
  `(${IS_OPEN_PAYOUT} or o.settled_at >= ${since})`;

const COLUMNS = PAYOUT.select('o');
const OPEN_OF = statement(
  'payout-open-of',
  `select ${COLUMNS} from payouts o
   where o.purpose = $1::payout_purpose and o.subject = $2 and ${IS_OPEN_PAYOUT}`,
);
const OPEN_AFTER = statement(
  'payouts-open-after',
  `select ${COLUMNS}, o.request_id from payouts o
   where ${IS_OPEN_PAYOUT} and o.id > $1 order by o.id limit $2`,
);
const CLAIMS = statement(
  'payout-claims',
  `select ${PAYOUT_CLAIM.select('o')} from payouts o
   where ${openOrEndedSince('$1::timestamptz')}`,
);

/**
 * Selects the oldest transaction since a payout `o` was made that matches it, with transfers that have
 * settled no payout yet. Outside payments name no payout, so the owner chooses between equal ones.
 */
const SEEN = `(select m.signature from movements m
   where m.token = o.token and m.counterparty = o.receiver and m.slot >= o.built_slot
     and -m.amount in (o.amount, o.amount + o.rent_charged)
   group by m.signature
   having count(*) > (select count(*) from payouts q where q.signature = m.signature
     and q.status in ('sent', 'finalized') and q.token = o.token and q.receiver = o.receiver
     and q.amount in (o.amount, o.amount + o.rent_charged))
   order by min(m.seq) limit 1)`;
const OUTSIDE = statement(
  'payouts-outside',
  `select ${COLUMNS}, ${SEEN} as seen from payouts o
   where o.status = 'awaiting-signature' and o.outside order by o.id`,
);
const BY_ID = statement('payout-by-id', `select ${COLUMNS} from payouts o where o.id = $1`);
const SEEN_OF = statement('payout-seen', `select ${SEEN} as seen from payouts o where o.id = $1`);

/** Payout made outside, with the transaction that seems to pay it; null if none was seen. */
interface OutsidePayout {
  readonly payout: Payout;
  readonly seen: string | null;
}

/** Returns the payouts that wait to be made outside, oldest first. */
export async function outsidePayouts(session: Session): Promise<OutsidePayout[]> {
  const rows = await session.query<EntityRow & { seen: string | null }>(OUTSIDE);
  return rows.map((row) => ({ payout: PAYOUT.read(row), seen: row.seen }));
}

export async function payoutById(session: Session, id: string): Promise<Payout | null> {
  return (await session.query<EntityRow>(BY_ID, [id])).map(PAYOUT.read)[0] ?? null;
}

/**
 * Returns the transaction that seems to pay a payout, from the watcher's movements; null if none was seen.
 */
export async function paymentSeen(
  session: Session,
  { id }: Pick<Payout, 'id'>,
): Promise<string | null> {
  const [row] = await session.query<{ seen: string | null }>(SEEN_OF, [id]);
  return row?.seen ?? null;
}

const ALL_OF = statement(
  'payouts-all-of',
  `select ${COLUMNS} from payouts o where o.purpose = $1::payout_purpose and o.subject = $2`,
);

/** Returns all payouts of a payout's subject, including the payout itself. */
export async function payoutsOfSubject(
  session: Session,
  { purpose, subject }: Pick<Payout, 'purpose' | 'subject'>,
): Promise<Payout[]> {
  return (await session.query<EntityRow>(ALL_OF, [purpose, subject])).map(PAYOUT.read);
}

/** Returns the open payout of a sell request, deposit or credit; null if it has none. */
export async function openPayoutOf(
  session: Session,
  purpose: PayoutPurpose,
  subject: string,
): Promise<Payout | null> {
  const [row] = await session.query<EntityRow>(OPEN_OF, [purpose, subject]);
  return row ? PAYOUT.read(row) : null;
}

/** Payout, and the id of the request that last changed it (null for payouts of earlier versions). */
interface RequestedPayout {
  readonly payout: Payout;
  readonly requestId: string | null;
}

/** Returns a page of open payouts, in id order. */
export async function openPayouts(
  session: Session,
  after: string,
  limit: number,
): Promise<RequestedPayout[]> {
  const rows = await session.query<EntityRow & { request_id: string | null }>(OPEN_AFTER, [
    after,
    limit,
  ]);
  return rows.map((row) => ({ payout: PAYOUT.read(row), requestId: row.request_id }));
}

/** Returns the payouts that a balance read since an instant may not include: open ones, and those that ended since. */
export async function payoutClaims(session: Session, since: Instant): Promise<PayoutClaim[]> {
  return (await session.query<EntityRow>(CLAIMS, [iso(since)])).map(PAYOUT_CLAIM.read);
}
