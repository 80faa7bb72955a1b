import { type Change, followedBy } from '../base/change.ts';
import { move, unstakedOf, vaultAccount } from '../base/ledger.ts';
import { type Lmt, formatAmount, lamports, lmt } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { Terms } from '../terms/terms.ts';
import { type Vault, checkOpenVaults } from './vault.ts';
import { catchUpAll, unstakedAfter, vaultEvent } from './vault-catch-up.ts';

/** Note of the history line for LMT moved back into a vault. */
const REOPENED = 'Vault reopened by the owner';

/** The user's other LMT beside a completed vault. */
export interface BesideVault {
  readonly unstaked: Lmt;
  /** The user's other vaults that are not completed. */
  readonly others: readonly Vault[];
}

/** Changed vault, with the user's other vaults at the same instant. */
export interface EditedVault extends Change<Vault> {
  readonly others: readonly Vault[];
}

/**
 * Returns the LMT released by a vault's completion: the stored amount, or that of the entries that completed
 * it just now.
 */
export function releasedBy(stored: Vault, released: Lmt, caught: Change<Vault>): Lmt {
  if (stored.status === 'completed') return released;
  return caught.next.status === 'completed'
    ? unstakedAfter(stored.userId, lmt(0n), caught.journals.slice(-1))
    : lmt(0n);
}

/**
 * Moves an amount from the unstaked balance back into a completed vault; nothing is issued or burned. The
 * vault has no cycle yet.
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
    // The fee of a voided stake was returned, so the vault is reopened without a fee.
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
