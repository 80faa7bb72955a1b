import { BOND } from '../kernel/entities/bond.ts';
import type { BondOnChain, UnmatchedPayment } from '#domain/audit/chain-audit';
import { type CheckRow, STORED_CHECK, onChainOf } from '../bonds/bond-checks.ts';
import { type Session, anyOf, arrayOf, statement } from '../kernel/db/database.ts';

/** The extra condition on c.bond_id skips the checks of earlier bonds. */
const BONDS = statement(
  'chain-audit-bonds',
  `select ${BOND.select('b')}, u.wallet, u.username, c.verdict, c.paid, c.detail, c.final
   from bonds b join users u on u.id = b.user_id ${STORED_CHECK} and c.bond_id > $1
   where b.deleted_at is null and b.id > $1 order by b.id limit $2`,
);
const LOOSE = statement(
  'chain-audit-loose',
  `select u.id as "userId", u.wallet, u.username, d.token, d.amount from deposits d
   join users u on u.wallet = d.sender and u.deleted_at is null
   where d.status = 'open' and not d.small and not d.of_credit`,
);
const LINES = statement(
  'chain-audit-lines',
  `select user_id as "userId", count(*)::integer as count from history
   where user_id = ${anyOf(1)} and type = 'bond' and note is null group by user_id`,
);

/** Returns a page of bonds with their last check on the chain, in id order. */
export async function bondsOnChain(
  session: Session,
  after: string,
  limit: number,
): Promise<BondOnChain[]> {
  return (await session.query<CheckRow>(BONDS, [after, limit])).map(onChainOf);
}

/** Returns unmatched deposits of users, except those below the minimum bond. */
export async function loosePayments(session: Session): Promise<UnmatchedPayment[]> {
  return session.query<UnmatchedPayment>(LOOSE);
}

/** Returns the number of history lines about bonds, by user. */
export async function bondLines(
  session: Session,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.query<{ userId: string; count: number }>(LINES, [arrayOf(userIds)]);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}
