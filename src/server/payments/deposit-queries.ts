import { iso } from '#domain/base/time';
import type { ListedDeposit } from '#domain/payments/payment';
import { type Session, statement } from '../kernel/db/database.ts';
import { DEPOSIT } from '../kernel/entities/deposit.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';

const SELECT = `select ${DEPOSIT.select('d')} from deposits d`;
const OPEN = statement(
  'deposits-open',
  `${SELECT} where d.status = 'open' and (not d.small or $1) order by d.block_time, d.id`,
);
const PAGE = statement(
  'deposits-page',
  `${SELECT} where $1::timestamptz is null or (d.block_time, d.id) > ($1, $2::uuid)
   order by d.block_time, d.id limit $3`,
);

/** Returns open deposits, oldest first. Deposits below the minimum bond are included only if `withSmall`. */
export async function openDeposits(session: Session, withSmall: boolean): Promise<ListedDeposit[]> {
  return (await session.query<EntityRow>(OPEN, [withSmall])).map(DEPOSIT.read);
}

/** Returns a page of all deposits after `last`, oldest first, including decided ones. */
export async function depositsPage(
  session: Session,
  last: Pick<ListedDeposit, 'id' | 'blockTime'> | null,
  limit: number,
): Promise<ListedDeposit[]> {
  const after = [last && iso(last.blockTime), last && last.id];
  return (await session.query<EntityRow>(PAGE, [...after, limit])).map(DEPOSIT.read);
}
