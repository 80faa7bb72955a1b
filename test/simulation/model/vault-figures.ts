import type { Vault } from './account.ts';
import { DAY, MILLION, WEEK, higher, up } from './arithmetic.ts';
import { type Terms, settingsAt } from './terms.ts';

const YEAR = BigInt(365 * DAY);

/** Linear interest by the millisecond for at most seven days, rounded down. */
export function rewardsAt(vault: Vault, at: number): bigint {
  if (vault.matured || !vault.cycle) return vault.posted;
  const { from, to, apy } = vault.cycle;
  const ran = BigInt(Math.min(Math.max(0, Math.min(at, to) - from), WEEK));
  return higher(0n, (vault.amount * apy * ran) / (10_000n * YEAR) + vault.offset);
}

/** A manual restake pays its fee on everything, an automatic one only on the rewards. */
export function restakeFee(vault: Vault, terms: Terms, type: 'manual' | 'auto'): bigint {
  const rate = settingsAt(terms, vault.cycle?.to ?? 0).restakeFee;
  return up((type === 'auto' ? vault.posted : vault.amount + vault.posted) * rate, MILLION);
}

export type Phase = 'vesting' | 'ready' | 'running' | 'window' | 'completed';

/** Phase of an up-to-date vault. */
export function phaseOf(vault: Vault, now: number): Phase {
  if (vault.completedAt !== null) return 'completed';
  if (!vault.cycle) return now < vault.vestedAt ? 'vesting' : 'ready';
  return now < vault.cycle.to ? 'running' : 'window';
}

/** Half of the vault's content at maturity, less what was taken out since. */
export const withdrawable = (vault: Vault): bigint =>
  higher(0n, (vault.amount + vault.posted + vault.takenOut) / 2n - vault.takenOut);
