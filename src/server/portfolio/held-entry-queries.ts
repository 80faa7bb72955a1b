import { FEES, type FeesPaid, feesPaid } from '#domain/base/fees';
import { type AccountKind, isHeld } from '#domain/base/ledger';
import type { Instant } from '#domain/base/time';
import type { HeldEntry } from '#domain/portfolio/held-entries';
import { type Session, statement } from '../kernel/db/database.ts';

const FEE_KINDS = Object.keys(FEES).map((kind) => `'${kind}'`);
/** One scan of a user's journals. A second scan for the fees would add half as much time. */
const ENTRIES = statement(
  'user-entries',
  `select p.kind as account, p.ref, j.kind, j.effective_at as at, p.amount
   from journals j join postings p on p.journal_id = j.id
   where j.user_id = $1
     and p.kind in ('unstaked', 'bond', 'vault', 'escrow', ${FEE_KINDS.join(', ')})
   order by j.effective_at, j.recorded_at, j.id, p.line`,
);
const RESTAKES = statement(
  'vault-restakes',
  `select subject as "vaultId", at from history where user_id = $1 and type = 'restake'`,
);

type EntryRow = Omit<HeldEntry, 'held'> & { readonly account: AccountKind };

/** Returns the entries of the accounts that hold a user's LMT, oldest first, and the fees paid. */
export async function entriesOf(
  session: Session,
  userId: string,
): Promise<{ readonly held: readonly HeldEntry[]; readonly fees: FeesPaid }> {
  const rows = await session.query<EntryRow>(ENTRIES, [userId]);
  const held = rows.flatMap(({ account, ...entry }) =>
    isHeld(account) ? [{ ...entry, held: account }] : [],
  );
  return { held, fees: feesPaid(rows.map(({ account: kind, amount }) => ({ kind, amount }))) };
}

/** Returns all restakes of a user's vaults, manual and automatic. */
export async function restakesOf(
  session: Session,
  userId: string,
): Promise<{ readonly vaultId: string; readonly at: Instant }[]> {
  return session.query(RESTAKES, [userId]);
}
