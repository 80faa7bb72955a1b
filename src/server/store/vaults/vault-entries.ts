import type { VaultEntry } from '#domain/vaults/yield';
import type { Instant } from '#domain/base/time';
import { type Session, statement } from '../db/database.ts';

const ENTRIES = statement(
  'vault-entries',
  `select p.ref as "vaultId", j.kind, j.effective_at as at, p.amount from journals j
   join postings p on p.journal_id = j.id and p.recorded_at = j.recorded_at and p.kind = 'vault'
   where j.user_id = $1 order by j.effective_at, j.recorded_at, j.id, p.line`,
);
const RESTAKES = statement(
  'vault-restakes',
  `select subject as "vaultId", at from history where user_id = $1 and type = 'restake'`,
);

/** Every entry of a user's vault accounts, oldest first. */
export async function vaultEntriesOf(session: Session, userId: string): Promise<VaultEntry[]> {
  return session.query<VaultEntry>(ENTRIES, [userId]);
}

/** When which vault of a user was restaked, by hand or by itself. */
export async function restakesOf(
  session: Session,
  userId: string,
): Promise<{ readonly vaultId: string; readonly at: Instant }[]> {
  return session.query(RESTAKES, [userId]);
}
