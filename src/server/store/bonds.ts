import type { Bond } from '#domain/bond';
import type { Instant } from '#domain/time';
import { type Session, statement } from './database.ts';

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly token: Bond['token'];
  readonly amount: Bond['amount'];
  readonly lmt_amount: Bond['lmtAmount'];
  readonly status: Bond['status'];
  readonly signature: string | null;
  readonly finalized: boolean;
  readonly starts_at: Instant | null;
  readonly created_at: Instant;
}

function bondOf(row: Row): Bond {
  return {
    id: row.id,
    userId: row.user_id,
    token: row.token,
    amount: row.amount,
    lmtAmount: row.lmt_amount,
    status: row.status,
    signature: row.signature,
    finalized: row.finalized,
    startsAt: row.starts_at,
    createdAt: row.created_at,
  };
}

const COLUMNS = `b.id, b.user_id, b.token, b.amount, b.lmt_amount, b.status, b.signature,
  b.finalized, b.starts_at, b.created_at`;

/** A bond with what a decision about it needs. */
export interface BondToDecide {
  readonly bond: Bond;
  readonly version: bigint;
  readonly now: Instant;
}

const TO_DECIDE = statement(
  'bond-to-decide',
  `select ${COLUMNS}, u.version, protocol_time(p.clock_offset_ms) as now
   from bonds b join users u on u.id = b.user_id, protocol p
   where b.id = $1 and b.deleted_at is null`,
);

/** Null where there is no such bond. */
export async function bondToDecide(session: Session, id: string): Promise<BondToDecide | null> {
  const [row] = await session.query<Row & { version: bigint; now: Instant }>(TO_DECIDE, [id]);
  return row ? { bond: bondOf(row), version: row.version, now: row.now } : null;
}
