import { type HeldKind, type Journal, type JournalKind, isHeld } from '../base/ledger.ts';
import type { Instant } from '../base/time.ts';
import type { VaultEntry } from '../vaults/yield.ts';

/** Posting to an account that holds a user's LMT. */
export interface HeldEntry {
  readonly held: HeldKind;
  /** Id of the account's bond, vault, request or user. */
  readonly ref: string;
  readonly kind: JournalKind;
  readonly at: Instant;
  readonly amount: bigint;
}

/** Returns the postings of journals to accounts that hold users' LMT. */
export function heldEntries(journals: readonly Journal[]): HeldEntry[] {
  return journals.flatMap(({ kind, at, postings }) =>
    postings.flatMap(({ account: { kind: held, ref, asset }, amount }) =>
      isHeld(held) && ref !== null && asset === 'LMT' ? [{ held, ref, kind, at, amount }] : [],
    ),
  );
}

/** Returns only the entries of vaults. */
export function vaultEntries(entries: readonly HeldEntry[]): VaultEntry[] {
  return entries
    .filter(({ held }) => held === 'vault')
    .map(({ ref: vaultId, kind, at, amount }) => ({ vaultId, kind, at, amount }));
}
