import type { Lmt } from '#domain/base/money';
import { type Session, only, statement } from '../db/database.ts';

/** LMT issued less burned, as an expression. */
export const ISSUED_LMT = `(-(coalesce((select sum(amount) from system_sums where asset = 'LMT'), 0)
     + coalesce((select sum(p.amount) from journals j
         join postings p on p.journal_id = j.id and p.recorded_at = j.recorded_at
         where j.xid >= (select xid from system_horizon) and p.ref is null and p.asset = 'LMT'), 0)
   ))::bigint`;
const ISSUED = statement('supply-issued', `select ${ISSUED_LMT} as amount`);

/** LMT issued less burned. */
export async function readIssued(session: Session): Promise<Lmt> {
  return only(await session.query<{ amount: Lmt }>(ISSUED)).amount;
}
