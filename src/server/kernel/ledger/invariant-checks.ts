import { type Instant, iso } from '#domain/base/time';
import { type Session, arrayOf, statement } from '../db/database.ts';

/** Result of the last check of the invariants; `checkedAt` is wall-clock time. */
export interface InvariantCheck {
  readonly checkedAt: Instant;
  readonly tookMs: number;
  readonly broken: readonly string[];
}

const READ = statement(
  'invariant-check',
  `select checked_at as "checkedAt", took_ms::float8 as "tookMs", to_json(broken) as broken
   from invariant_checks`,
);
const KEEP = statement(
  'invariant-check-keep',
  `insert into invariant_checks (checked_at, took_ms, broken) values ($1, $2, $3::text::text[])
   on conflict (id) do update set checked_at = excluded.checked_at, took_ms = excluded.took_ms,
     broken = excluded.broken`,
);

/** Returns null if the invariants were never checked. */
export async function readInvariantCheck(session: Session): Promise<InvariantCheck | null> {
  return (await session.query<InvariantCheck>(READ))[0] ?? null;
}

export async function storeInvariantCheck(session: Session, check: InvariantCheck): Promise<void> {
  const { checkedAt, tookMs, broken } = check;
  await session.query(KEEP, [iso(checkedAt), tookMs, arrayOf(broken)]);
}
