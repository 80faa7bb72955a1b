import type { EntityRow } from '../kernel/entities/entity.ts';
import { BOND } from '../kernel/entities/bond.ts';
import type { Bond } from '#domain/bonds/bond';
import { type Session, statement } from '../kernel/db/database.ts';

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

/** Returns a user's bonds, newest first. */
export async function bondsOf(session: Session, userId: string): Promise<Bond[]> {
  return (await session.query<EntityRow>(OF_USER, [userId])).map(BOND.read);
}

/**
 * Returns a page of bonds whose payment is not seen or not final yet, with their user's wallet, in id order.
 */
export async function unsettledBonds(
  session: Session,
  after: string,
  limit: number,
): Promise<{ readonly bond: Bond; readonly wallet: string }[]> {
  const rows = await session.query<EntityRow & { wallet: string }>(UNSETTLED, [after, limit]);
  return rows.map((row) => ({ bond: BOND.read(row), wallet: row.wallet }));
}
