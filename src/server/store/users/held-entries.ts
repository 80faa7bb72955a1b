import type { Instant } from '#domain/base/time';
import type { HeldEntry } from '#domain/user/held-entries';
import { type Session, statement } from '../db/database.ts';

const ENTRIES = statement(
  'held-entries',
  `select p.kind as held, p.ref, j.kind, j.effective_at as at, p.amount
   from journals j join postings p on p.journal_id = j.id
   where j.user_id = $1 and p.asset = 'LMT' and p.kind in ('unstaked', 'bond', 'vault', 'escrow')
   order by j.effective_at, j.recorded_at, j.id, p.line`,
);
const RESTAKES = statement(
  'vault-restakes',
  `select subject as "vaultId", at from history where user_id = $1 and type = 'restake'`,
);

/** Every entry of the accounts that hold a user's LMT, oldest first. */
export async function heldEntriesOf(session: Session, userId: string): Promise<HeldEntry[]> {
  return session.query<HeldEntry>(ENTRIES, [userId]);
}

/** When which vault of a user was restaked, by hand or by itself. */
export async function restakesOf(
  session: Session,
  userId: string,
): Promise<{ readonly vaultId: string; readonly at: Instant }[]> {
  return session.query(RESTAKES, [userId]);
}
