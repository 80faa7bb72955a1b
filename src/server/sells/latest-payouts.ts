import type { Payout } from '#domain/payouts/payout';
import { type Session, anyOf, arrayOf, statement } from '../kernel/db/database.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { PAYOUT } from '../kernel/entities/payout.ts';

const LATEST_OF = statement(
  'payouts-latest-of',
  `select distinct on (o.subject) ${PAYOUT.select('o')} from payouts o where o.subject = ${anyOf(1)}
   order by o.subject, o.created_at desc, o.id desc`,
);

export async function latestPayouts(
  session: Session,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Payout>> {
  if (subjects.length === 0) return new Map();
  const rows = await session.query<EntityRow>(LATEST_OF, [arrayOf(subjects)]);
  return new Map(rows.map(PAYOUT.read).map((payout) => [payout.subject, payout]));
}
