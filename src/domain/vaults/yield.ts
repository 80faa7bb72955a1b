import type { JournalKind } from '../base/ledger.ts';
import { type Apy, type Lmt, apy, lmt, mulDivHalfUp, sum } from '../base/money.ts';
import { CYCLE_MS, type Terms, YEAR_MS, settingsAt } from '../terms/terms.ts';
import { type Instant, after } from '../base/time.ts';
import { currentApy } from '../terms/apy.ts';

/** Entry of a vault's account. */
export interface VaultEntry {
  readonly vaultId: string;
  readonly kind: JournalKind;
  readonly at: Instant;
  readonly amount: bigint;
}

/** True if an entry posted a cycle's rewards, or reversed them. */
export const isOfRewards = ({ kind }: Pick<VaultEntry, 'kind'>): boolean =>
  kind === 'matured' || kind === 'reversed';

/** Finished cycle with its actual rewards. */
export interface RealisedCycle {
  readonly vaultId: string;
  readonly cycleNumber: number;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly principal: Lmt;
  readonly rewards: Lmt;
  /** APY in force when it started. */
  readonly apyShown: Apy;
  /** Simple APY of the rewards, halves up. */
  readonly apyReceived: Apy;
}

/** Returns the simple APY that gives `rewards` on `principal` in one cycle. */
function apyOf(principal: Lmt, rewards: Lmt): Apy {
  if (principal === 0n) return apy(0n);
  return apy(mulDivHalfUp(rewards * 10_000n, BigInt(YEAR_MS), principal * BigInt(CYCLE_MS)));
}

/**
 * Returns the finished cycles of a user's vaults from ledger entries (oldest first), newest first. A cycle whose
 * rewards the owner reversed has only the rewards unstaked before.
 */
export function realisedCycles(
  entries: readonly VaultEntry[],
  restakes: readonly { readonly vaultId: string; readonly at: Instant }[],
  terms: Terms,
): RealisedCycle[] {
  const balances = new Map<string, bigint>();
  const cycles: RealisedCycle[] = [];
  for (const { vaultId, kind, at, amount } of entries) {
    const before = balances.get(vaultId) ?? 0n;
    balances.set(vaultId, before + amount);
    if (!isOfRewards({ kind })) continue;
    if (kind === 'reversed') {
      takeBack(cycles, vaultId, amount);
      continue;
    }
    const startsAt = after(at, -CYCLE_MS);
    const earlier = restakes.filter((restake) => restake.vaultId === vaultId && restake.at < at);
    cycles.push({
      vaultId,
      cycleNumber: earlier.length + 1,
      startsAt,
      endsAt: at,
      principal: lmt(before),
      rewards: lmt(amount),
      apyShown: currentApy(settingsAt(terms, startsAt)),
      apyReceived: apyOf(lmt(before), lmt(amount)),
    });
  }
  return cycles.reverse();
}

function takeBack(cycles: RealisedCycle[], vaultId: string, amount: bigint): void {
  const index = cycles.findLastIndex((cycle) => cycle.vaultId === vaultId);
  const cycle = cycles[index];
  if (!cycle) return;
  const rewards = lmt(cycle.rewards + amount);
  const left = { ...cycle, rewards, apyReceived: apyOf(cycle.principal, rewards) };
  cycles.splice(index, 1, ...(rewards > 0n ? [left] : []));
}

/** Sums rewards of cycles, and averages their APYs weighted by principal; APYs are null without principal. */
export function realisedYield(cycles: readonly RealisedCycle[]): {
  readonly rewards: Lmt;
  readonly apyReceived: Apy | null;
  readonly apyShown: Apy | null;
} {
  const rewards = sum(cycles.map((cycle) => cycle.rewards));
  const principal = sum(cycles.map((cycle) => cycle.principal));
  if (principal === 0n) return { rewards, apyReceived: null, apyShown: null };
  const shown = cycles.reduce((total, cycle) => total + cycle.apyShown * cycle.principal, 0n);
  return {
    rewards,
    apyReceived: apyOf(principal, rewards),
    apyShown: apy(mulDivHalfUp(shown, 1n, principal)),
  };
}
