import type { Payout, PayoutPurpose } from '#domain/payouts/payout';
import type { PayoutClaim } from '#domain/payouts/payout-budget';
import { type Instant, iso } from '#domain/base/time';
import { type Session, statement } from '../kernel/db/database.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { IS_OPEN_PAYOUT, PAYOUT, PAYOUT_CLAIM } from '../kernel/entities/payout.ts';

/** The condition on a payout `o` that can still pay, or has ended since an instant. */
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
 * The oldest transaction that paid what a payout `o` pays, since that was made, and whose transfers have
 * not all settled payouts: it names nothing, and of several that are alike the owner says which it paid.
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

/** A payout that is made outside, and the transaction by which it seems to be paid. */
interface OutsidePayout {
  readonly payout: Payout;
  readonly seen: string | null;
}

/** Payouts that wait to be made outside, oldest first. */
export async function outsidePayouts(session: Session): Promise<OutsidePayout[]> {
  const rows = await session.query<EntityRow & { seen: string | null }>(OUTSIDE);
  return rows.map((row) => ({ payout: PAYOUT.read(row), seen: row.seen }));
}

export async function payoutById(session: Session, id: string): Promise<Payout | null> {
  return (await session.query<EntityRow>(BY_ID, [id])).map(PAYOUT.read)[0] ?? null;
}

/** The transaction by which a payout seems to be paid, as the watcher has written it down. */
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

/** All payouts of a payout's subject, itself included. */
export async function payoutsBeside(
  session: Session,
  { purpose, subject }: Pick<Payout, 'purpose' | 'subject'>,
): Promise<Payout[]> {
  return (await session.query<EntityRow>(ALL_OF, [purpose, subject])).map(PAYOUT.read);
}

/** The payout of a request, deposit or credit that can still pay; null where there is none. */
export async function openPayoutOf(
  session: Session,
  purpose: PayoutPurpose,
  subject: string,
): Promise<Payout | null> {
  const [row] = await session.query<EntityRow>(OPEN_OF, [purpose, subject]);
  return row ? PAYOUT.read(row) : null;
}

/** A payout, and the request that last had a hand in it; null for one of an earlier version. */
interface AskedPayout {
  readonly payout: Payout;
  readonly requestId: string | null;
}

/** Payouts that can still pay, in id order after `after`. */
export async function openPayouts(
  session: Session,
  after: string,
  limit: number,
): Promise<AskedPayout[]> {
  const rows = await session.query<EntityRow & { request_id: string | null }>(OPEN_AFTER, [
    after,
    limit,
  ]);
  return rows.map((row) => ({ payout: PAYOUT.read(row), requestId: row.request_id }));
}

/** Payouts that a balance read since an instant may not show yet: open ones, and those that ended meanwhile. */
export async function payoutClaims(session: Session, since: Instant): Promise<PayoutClaim[]> {
  return (await session.query<EntityRow>(CLAIMS, [iso(since)])).map(PAYOUT_CLAIM.read);
}
