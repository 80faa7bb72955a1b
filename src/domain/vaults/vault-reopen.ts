import { type Change, followedBy } from '../base/change.ts';
import { move, unstakedOf, vaultAccount } from '../base/ledger.ts';
import { type Lmt, formatAmount, lamports, lmt } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { Terms } from '../terms/terms.ts';
import { type Vault, checkOpenVaults } from './vault.ts';
import { catchUpAll, unstakedAfter, vaultEvent } from './vault-catch-up.ts';

/** The note of the line that tells of LMT taken back into a vault. */
const REOPENED = 'Vault reopened by the owner';

/** What is the user's beside a completed vault. */
export interface BesideVault {
  readonly unstaked: Lmt;
  /** The user's other vaults that are not completed. */
  readonly others: readonly Vault[];
}

/** A vault that was changed, with the user's others as they are now. */
export interface EditedVault extends Change<Vault> {
  readonly others: readonly Vault[];
}

/** What the completion of a vault gave back: as stored, or by the entries that completed it just now. */
export function releasedBy(stored: Vault, released: Lmt, caught: Change<Vault>): Lmt {
  if (stored.status === 'completed') return released;
  return caught.next.status === 'completed'
    ? unstakedAfter(stored.userId, lmt(0n), caught.journals.slice(-1))
    : lmt(0n);
}

/**
 * Takes an amount back out of the unstaked balance into a completed vault: nothing is issued or
 * burned. The vault has no cycle yet.
 */
export function reopenVault(
  {
    caught,
    beside: { amount, unstaked, others },
  }: { readonly caught: Change<Vault>; readonly beside: BesideVault & { readonly amount: Lmt } },
  terms: Terms,
  now: Instant,
): Result<EditedVault> {
  const vault = caught.next;
  const swept = catchUpAll(others, terms, now);
  const few = checkOpenVaults(swept.next.filter(({ status }) => status !== 'completed').length);
  if (!few.ok) return few;
  const before = followedBy(caught, swept);
  const available = unstakedAfter(vault.userId, unstaked, before.journals);
  if (amount === 0n) return refuse('AMOUNT_NOT_POSITIVE', { token: 'LMT' });
  if (amount > available) {
    return refuse('DEBIT_TOO_LARGE', { available: formatAmount('LMT', available) });
  }
  const next: Vault = {
    ...vault,
    // A fee that vanished was given back with the stake: the owner opens it without one.
    ...(vault.voided ? { feePaid: lamports(0n), feeSignature: null, feeFinalized: true } : {}),
    status: 'active',
    amount,
    cycle: null,
    matured: false,
    withdrawn: lmt(0n),
    completedAt: null,
    released: false,
    voided: false,
  };
  const postings = move(unstakedOf(vault.userId), vaultAccount(vault.id), amount);
  const staked = { kind: 'staked', type: 'stake', at: now, amount, postings } as const;
  const taken = { next, ...vaultEvent(vault, { ...staked, note: REOPENED }) };
  return ok({ ...followedBy(before, taken), others: swept.next });
}
