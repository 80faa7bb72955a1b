import type { Vault } from './account.ts';
import { DAY, MILLION, WEEK, higher, up } from './arithmetic.ts';
import { type Terms, settingsAt } from './terms.ts';

const YEAR = BigInt(365 * DAY);

/** Simple, linear, to the millisecond, for at most seven days, rounded down. */
export function rewardsAt(vault: Vault, at: number): bigint {
  if (vault.matured || !vault.cycle) return vault.posted;
  const { from, to, apy } = vault.cycle;
  const ran = BigInt(Math.min(Math.max(0, Math.min(at, to) - from), WEEK));
  return higher(0n, (vault.amount * apy * ran) / (10_000n * YEAR) + vault.offset);
}

/** Of a restake by hand the fee is on everything, of one by itself on the rewards alone. */
export function restakeFee(vault: Vault, terms: Terms, type: 'manual' | 'auto'): bigint {
  const rate = settingsAt(terms, vault.cycle?.to ?? 0).restakeFee;
  return up((type === 'auto' ? vault.posted : vault.amount + vault.posted) * rate, MILLION);
}

export type Phase = 'vesting' | 'ready' | 'running' | 'window' | 'completed';

/** Of a vault that is up to date. */
export function phaseOf(vault: Vault, now: number): Phase {
  if (vault.completedAt !== null) return 'completed';
  if (!vault.cycle) return now < vault.vestedAt ? 'vesting' : 'ready';
  return now < vault.cycle.to ? 'running' : 'window';
}

/** Half of what stood in the vault at maturity, less what was taken out since. */
export const withdrawable = (vault: Vault): bigint =>
  higher(0n, (vault.amount + vault.posted + vault.takenOut) / 2n - vault.takenOut);
