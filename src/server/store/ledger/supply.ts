import { type Lmt, type PayToken, lmt } from '#domain/base/money';
import { QUOTE_GRACE_MS } from '#domain/terms/terms';
import { type Instant, after, iso } from '#domain/base/time';
import { type Session, only, statement } from '../db/database.ts';
import { lock } from '../db/locks.ts';

const ISSUED = statement(
  'supply-issued',
  `select -(coalesce((select sum(amount) from system_sums where asset = 'LMT'), 0)
     + coalesce((select sum(p.amount) from journals j
         join postings p on p.journal_id = j.id and p.recorded_at = j.recorded_at
         where j.xid >= (select xid from system_horizon) and p.ref is null and p.asset = 'LMT'), 0)
   ) as amount`,
);
const QUOTED = statement(
  'supply-quoted',
  `select coalesce(sum(lmt_amount), 0)::bigint as amount from quotes
   where ended_at is null and signature is null and expires_at >= $1
     and (user_id, token) is distinct from ($2::uuid, $3::pay_token)`,
);

/** Holds every other decision about supply off until the caller's transaction ends. */
export async function lockSupply(transaction: Session): Promise<void> {
  await lock(transaction, 'supply');
}

/** LMT issued less burned, and LMT that open quotes promise, less one that a new quote is to replace. */
export async function readSupply(
  session: Session,
  now: Instant,
  replaced: { readonly userId: string; readonly token: PayToken } | null = null,
): Promise<{ readonly issued: Lmt; readonly quoted: Lmt }> {
  const issued = only(await session.query<{ amount: string }>(ISSUED)).amount;
  const open = iso(after(now, -QUOTE_GRACE_MS));
  const params = [open, replaced?.userId ?? null, replaced?.token ?? null];
  const quoted = only(await session.query<{ amount: Lmt }>(QUOTED, params)).amount;
  return { issued: lmt(BigInt(issued)), quoted };
}
