import type { Lmt } from '#domain/base/money';
import { type Session, only, statement } from '../db/database.ts';
import { LEDGER_SUMS } from './ledger-sums.ts';

/** LMT issued less burned, as an expression: what stands on the accounts that hold LMT. */
export const ISSUED_LMT = `(select coalesce(sum(amount), 0)::bigint from ${LEDGER_SUMS} s
   where asset = 'LMT' and kind in ('unstaked', 'bond', 'vault', 'escrow'))`;
const ISSUED = statement('supply-issued', `select ${ISSUED_LMT} as amount`);

/** LMT issued less burned. */
export async function readIssued(session: Session): Promise<Lmt> {
  return only(await session.query<{ amount: Lmt }>(ISSUED)).amount;
}
