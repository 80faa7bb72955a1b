import { iso } from '#domain/base/time';
import type { BalanceCheck, BalanceAtSlot } from '#domain/treasury/balance-check';
import { noteChange } from '../kernel/db/note-change.ts';
import { type Session, statement } from '../kernel/db/database.ts';
import { type Fence, isFenced } from '../kernel/db/leader.ts';

const WRITTEN = statement(
  'balances-written',
  `select o.token,
     (o.balance + coalesce((select sum(m.amount) from movements m
        where m.token = o.token and m.slot <= $1::bigint), 0))::bigint as written
   from movement_openings o where o.slot <= $1::bigint`,
);
const READ = statement(
  'balance-checks',
  'select token, slot::float8 as slot, held, written, since from balance_checks order by token',
);
const KEEP = statement(
  'balance-check-keep',
  `insert into balance_checks (token, slot, held, written, since)
   select $1::pay_token, $2::bigint, $3::bigint, $4::bigint, $5::timestamptz
   where ${isFenced(6)}
   on conflict (token) do update set slot = excluded.slot, held = excluded.held,
     written = excluded.written, since = excluded.since`,
);

/** Returns the recorded balance of each account at a slot. Omits an account whose movements begin later. */
export function writtenAt(
  session: Session,
  slot: number,
): Promise<Pick<BalanceAtSlot, 'token' | 'written'>[]> {
  return session.query(WRITTEN, [slot]);
}

/** Returns the newest comparison of each account. */
export async function readBalanceChecks(session: Session): Promise<BalanceCheck[]> {
  return session.query(READ);
}

/**
 * Stores the newest comparison; does nothing if another node holds the leader's lease, because that node has
 * a newer one.
 */
export async function storeBalanceCheck(
  session: Session,
  { token, slot, held, written, since }: BalanceCheck,
  fence: Fence,
): Promise<void> {
  await session.query(KEEP, [token, slot, held, written, since && iso(since), fence]);
  noteChange(session, { topics: ['admin'] });
}
