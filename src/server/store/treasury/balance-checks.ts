import { iso } from '#domain/base/time';
import type { BalanceCheck, HeldAt } from '#domain/treasury/balance-check';
import { noteChange } from '../db/changes.ts';
import { type Session, only, statement } from '../db/database.ts';
import { type Fence, isFenced } from '../db/leader.ts';

/** Up to which slot all of the treasury's accounts are known; null where one is not watched yet. */
const KNOWN = statement(
  'balances-known-slot',
  `select min(greatest(w.slot, w.known_slot))::float8 as slot, count(*)::integer as watched
   from watch_cursors w where w.address in ($1, $2)`,
);
/** Dust that is counted together stands under its newest slot. */
const WRITTEN = statement(
  'balances-written',
  `select o.token,
     (o.balance + coalesce((select sum(m.amount) from movements m
        where m.token = o.token and m.slot <= $1::bigint), 0))::bigint as written,
     coalesce((select sum(m.amount) from quiet_transactions q join movements m on m.id = q.movement_id
        where q.token = o.token and q.first_slot <= $1::bigint and m.slot > $1::bigint), 0)::bigint
       as across
   from movement_openings o where o.slot <= $1::bigint`,
);
const READ = statement(
  'balance-checks',
  'select token, slot::float8 as slot, held, written, across, since from balance_checks order by token',
);
const KEEP = statement(
  'balance-check-keep',
  `insert into balance_checks (token, slot, held, written, across, since)
   select $1::pay_token, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::timestamptz
   where ${isFenced(7)}
   on conflict (token) do update set slot = excluded.slot, held = excluded.held,
     written = excluded.written, across = excluded.across, since = excluded.since`,
);

/** The slot below which nothing of both addresses is missing; null while one of them is not watched. */
export async function knownSlotOf(
  session: Session,
  addresses: readonly [string, string],
): Promise<number | null> {
  type Row = { slot: number | null; watched: number };
  const { slot, watched } = only(await session.query<Row>(KNOWN, addresses));
  return watched < addresses.length ? null : slot;
}

/** What was written down of each account up to a slot; an account whose movements begin later is left out. */
export function writtenAt(
  session: Session,
  slot: number,
): Promise<Pick<HeldAt, 'token' | 'written' | 'across'>[]> {
  return session.query(WRITTEN, [slot]);
}

/** The newest comparison of each account. */
export async function readBalanceChecks(session: Session): Promise<BalanceCheck[]> {
  return session.query(READ);
}

/** Keeps the newest comparison; nothing if another node has taken the leader's lease, and has a newer one. */
export async function keepBalanceCheck(
  session: Session,
  { token, slot, held, written, across, since }: BalanceCheck,
  fence: Fence,
): Promise<void> {
  await session.query(KEEP, [token, slot, held, written, across, since && iso(since), fence]);
  noteChange(session, { topics: ['admin'] });
}
