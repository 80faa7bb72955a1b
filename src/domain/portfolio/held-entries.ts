import { type HeldKind, type Journal, type JournalKind, isHeld } from '../base/ledger.ts';
import type { Instant } from '../base/time.ts';
import type { VaultEntry } from '../vaults/yield.ts';

/** One entry of an account that holds LMT of a user. */
export interface HeldEntry {
  readonly held: HeldKind;
  /** Id of what the account belongs to. */
  readonly ref: string;
  readonly kind: JournalKind;
  readonly at: Instant;
  readonly amount: bigint;
}

/** The entries that some journals make. */
export function heldEntries(journals: readonly Journal[]): HeldEntry[] {
  return journals.flatMap(({ kind, at, postings }) =>
    postings.flatMap(({ account: { kind: held, ref, asset }, amount }) =>
      isHeld(held) && ref !== null && asset === 'LMT' ? [{ held, ref, kind, at, amount }] : [],
    ),
  );
}

/** Those of vaults alone. */
export function vaultEntries(entries: readonly HeldEntry[]): VaultEntry[] {
  return entries
    .filter(({ held }) => held === 'vault')
    .map(({ ref: vaultId, kind, at, amount }) => ({ vaultId, kind, at, amount }));
}
