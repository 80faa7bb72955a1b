import type { LoosePayment } from '#domain/chain-audit';
import { type Session, anyOf, arrayOf, statement } from './database.ts';

const LOOSE = statement(
  'chain-audit-loose',
  `select u.id as "userId", u.wallet, u.username, d.token, d.amount from deposits d
   join users u on u.wallet = d.sender and u.deleted_at is null
   where d.status = 'open' and not d.small`,
);
const LINES = statement(
  'chain-audit-lines',
  `select user_id as "userId", count(*)::integer as count from history
   where user_id = ${anyOf(1)} and type = 'bond' and note is null group by user_id`,
);

/** Unmatched deposits of users, those below the least bond left out. */
export async function loosePayments(session: Session): Promise<LoosePayment[]> {
  return session.query<LoosePayment>(LOOSE);
}

/** How many lines of history users have about bonds. */
export async function bondLines(
  session: Session,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.query<{ userId: string; count: number }>(LINES, [arrayOf(userIds)]);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}
