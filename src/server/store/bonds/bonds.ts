import type { EntityRow } from '../entities/entity.ts';
import { BOND } from '../entities/bond.ts';
import type { Bond } from '#domain/bonds/bond';
import type { Instant } from '#domain/base/time';
import { type Session, statement } from '../db/database.ts';

/** A bond with what a decision about it needs. */
export interface BondToDecide {
  readonly bond: Bond;
  readonly version: bigint;
  readonly now: Instant;
}

const TO_DECIDE = statement(
  'bond-to-decide',
  `select ${BOND.select('b')}, u.version, protocol_time(p.clock_offset_ms) as now
   from bonds b join users u on u.id = b.user_id, protocol p
   where b.id = $1 and b.deleted_at is null`,
);
const OF_USER = statement(
  'bonds-of-user',
  `select ${BOND.select('b')} from bonds b where b.user_id = $1 and b.deleted_at is null
   order by b.created_at desc, b.id desc`,
);
const UNSETTLED = statement(
  'bonds-unsettled',
  `select ${BOND.select('b')}, u.wallet from bonds b join users u on u.id = b.user_id
   where ((b.status = 'pending' and b.signature is not null)
       or (b.status = 'confirmed' and not b.finalized)) and b.deleted_at is null and b.id > $1
   order by b.id limit $2`,
);

/** Null where there is no such bond. */
export async function bondToDecide(session: Session, id: string): Promise<BondToDecide | null> {
  const [row] = await session.query<EntityRow & { version: bigint; now: Instant }>(TO_DECIDE, [id]);
  return row ? { bond: BOND.read(row), version: row.version, now: row.now } : null;
}

/** Newest first. */
export async function bondsOf(session: Session, userId: string): Promise<Bond[]> {
  return (await session.query<EntityRow>(OF_USER, [userId])).map(BOND.read);
}

/** Bonds whose payment is not seen or not final yet, with their user's wallet, in id order after `after`. */
export async function unsettledBonds(
  session: Session,
  after: string,
  limit: number,
): Promise<{ readonly bond: Bond; readonly wallet: string }[]> {
  const rows = await session.query<EntityRow & { wallet: string }>(UNSETTLED, [after, limit]);
  return rows.map((row) => ({ bond: BOND.read(row), wallet: row.wallet }));
}
