import type { ItemStatus } from '#domain/change';
import type { Token } from '#domain/money';
import type { ItemType } from '#domain/references';
import type { Instant } from '#domain/time';
import { type Session, statement } from './database.ts';

/** A line of history as it reads now: what a bond is worth and how it stands comes from the bond. */
export interface StoredItem {
  readonly id: string;
  readonly type: ItemType;
  readonly number: bigint;
  readonly at: Instant;
  readonly amount: bigint;
  readonly token: Token;
  readonly fee: bigint;
  readonly feeToken: Token;
  readonly status: ItemStatus;
  readonly hash: string | null;
  readonly note: string | null;
}

const OF_USER = statement(
  'history-of-user',
  `select h.id, h.type, h.number, h.at, h.token, h.fee, h.fee_token as "feeToken", h.note,
     coalesce(b.amount, h.amount) as amount, coalesce(b.signature, h.hash) as hash,
     case b.status when 'completed' then 'completed' when 'failed' then 'failed'
       when 'pending' then 'pending' when 'confirmed' then 'pending' else h.status::text end as status
   from history h
   left join bonds b on h.type = 'bond' and h.note is null and b.id = h.subject
   where h.user_id = $1 order by h.at desc, h.id desc limit $2`,
);

/** Newest first. */
export async function historyOf(
  session: Session,
  userId: string,
  limit: number | null = null,
): Promise<StoredItem[]> {
  return session.query<StoredItem>(OF_USER, [userId, limit]);
}
