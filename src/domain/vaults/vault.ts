import {
  type Apy,
  type Lamports,
  type Lmt,
  add,
  lmt,
  max,
  min,
  mulDivDown,
} from '../base/money.ts';
import { windowEnd } from '../terms/pause.ts';
import {
  CYCLE_MS,
  OPEN_VAULTS_MAX,
  RESTAKE_WINDOW_MS,
  type Terms,
  UNSTAKE_CAP_DIVISOR,
  VESTING_MS,
  YEAR_MS,
} from '../terms/terms.ts';
import { type Instant, after, elapsedMs, iso } from '../base/time.ts';
import { type Refused, type Result, ok, refuse } from '../base/result.ts';

export type VaultStatus = 'vesting' | 'active' | 'completed';
export type RestakeType = 'manual' | 'auto';

/** Cycle of a vault, from its start to its maturity. */
export interface Cycle {
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  /** APY in force when the cycle started. */
  readonly apy: Apy;
}

export interface Restake {
  readonly type: RestakeType;
  /** Fee of the cycle. Stored as well as posted, because every portfolio shows it for each open vault. */
  readonly fee: Lmt;
  readonly at: Instant;
}

export interface Vault {
  readonly id: string;
  readonly userId: string;
  readonly status: VaultStatus;
  /** Principal; in the window, the part that is left. */
  readonly amount: Lmt;
  readonly originalAmount: Lmt;
  /** Posted rewards of the cycle: 0 until maturity, then the part that is left. */
  readonly postedRewards: Lmt;
  /** Owner's correction, added to the computed accruing rewards. */
  readonly rewardsOffset: bigint;
  /** Gross rewards of all matured cycles. */
  readonly totalRewardsEarned: Lmt;
  /** LMT unstaked in this cycle's window so far, before fees. */
  readonly withdrawn: Lmt;
  readonly cycleNumber: number;
  /** Null while vesting. */
  readonly cycle: Cycle | null;
  /** True after this cycle's rewards have been posted. */
  readonly matured: boolean;
  readonly vestingStartsAt: Instant;
  readonly vestingEndsAt: Instant;
  readonly autoRestake: boolean;
  readonly lastRestake: Restake | null;
  /** Fee paid. Stored as well as posted, because voiding the stake returns it. */
  readonly feePaid: Lamports;
  /** Signature of the fee payment; null if credit covered the fee. */
  readonly feeSignature: string | null;
  readonly feeFinalized: boolean;
  readonly completedAt: Instant | null;
  /** True if it was completed by the end of its window, which 'restaking window expired' refers to. */
  readonly released: boolean;
  /** True if the stake was voided because its fee payment was dropped. */
  readonly voided: boolean;
  readonly createdAt: Instant;
}

/** Phase of a vault. 'ready' is vested but not activated; 'due' is past its window and undecided. */
export type Phase = 'vesting' | 'ready' | 'running' | 'window' | 'due' | 'completed';

/**
 * Returns the end of the vault's window: 24 hours after maturity, plus the time of pauses. Null before
 * activation, and while a pause extends the window.
 */
export function windowEndsAt(vault: Vault, terms: Terms): Instant | null {
  if (!vault.cycle) return null;
  const { endsAt } = vault.cycle;
  return windowEnd(endsAt, after(endsAt, RESTAKE_WINDOW_MS), terms.pauses);
}

/** Returns the window's end for display; during a pause, as if the pause ended now. */
export function windowEndsShown(vault: Vault, terms: Terms, now: Instant): Instant | null {
  const pauses = terms.pauses.map((pause) => (pause.to === null ? { ...pause, to: now } : pause));
  return windowEndsAt(vault, { ...terms, pauses });
}

export function phaseAt(vault: Vault, terms: Terms, now: Instant): Phase {
  if (vault.status === 'completed') return 'completed';
  if (!vault.cycle) return now < vault.vestingEndsAt ? 'vesting' : 'ready';
  if (now < vault.cycle.endsAt) return 'running';
  const closes = windowEndsAt(vault, terms);
  return closes === null || now < closes ? 'window' : 'due';
}

/** Divisor of rewards: amount × APY × milliseconds is divided by this. */
export const REWARD_DIVISOR = 10_000n * BigInt(YEAR_MS);

/** Returns the rewards of an amount at an APY over a duration: simple, linear, rounded down. */
export function rewardsFor(amount: Lmt, apy: Apy, durationMs: bigint): Lmt {
  return lmt(mulDivDown(amount * apy, durationMs, REWARD_DIVISOR));
}

/** Returns the rewards of an amount at an APY over one cycle. */
export function cycleRewards(amount: Lmt, apy: Apy): Lmt {
  return rewardsFor(amount, apy, BigInt(CYCLE_MS));
}

type NewVault = Pick<
  Vault,
  'id' | 'userId' | 'amount' | 'autoRestake' | 'feePaid' | 'feeSignature' | 'feeFinalized'
>;

/** Builds a vault that begins to vest. */
export function newVault(asked: NewVault, now: Instant): Vault {
  return {
    ...asked,
    status: 'vesting',
    originalAmount: asked.amount,
    postedRewards: lmt(0n),
    rewardsOffset: 0n,
    totalRewardsEarned: lmt(0n),
    withdrawn: lmt(0n),
    cycleNumber: 1,
    cycle: null,
    matured: false,
    vestingStartsAt: now,
    vestingEndsAt: after(now, VESTING_MS),
    lastRestake: null,
    completedAt: null,
    released: false,
    voided: false,
    createdAt: now,
  };
}

/** Returns the rewards of a principal in a cycle up to an instant, before the owner's correction. */
export function earnedBy(amount: Lmt, { startsAt, endsAt, apy }: Cycle, now: Instant): Lmt {
  const elapsed = min(elapsedMs(startsAt, now < endsAt ? now : endsAt), BigInt(CYCLE_MS));
  return rewardsFor(amount, apy, elapsed);
}

/**
 * Returns the rewards of the cycle at an instant: accruing until maturity, then those posted and not
 * unstaked.
 */
export function rewardsAt(vault: Vault, now: Instant): Lmt {
  if (vault.matured || !vault.cycle) return vault.postedRewards;
  return lmt(max(0n, earnedBy(vault.amount, vault.cycle, now) + vault.rewardsOffset));
}

/** Returns principal plus rewards at an instant. */
export function vaultTotal(vault: Vault, now: Instant): Lmt {
  return add(vault.amount, rewardsAt(vault, now));
}

/**
 * Returns the LMT that can still be unstaked in the open window: half of the vault's total at maturity, minus
 * what was unstaked.
 */
export function withdrawable(vault: Vault): Lmt {
  const atMaturity = vault.amount + vault.postedRewards + vault.withdrawn;
  return lmt(max(0n, atMaturity / UNSTAKE_CAP_DIVISOR - vault.withdrawn));
}

/** Refuses an operation that needs an open window, with the reason by phase. */
export function outsideWindow(vault: Vault, phase: Exclude<Phase, 'window'>): Refused {
  switch (phase) {
    case 'vesting':
      return refuse('VAULT_VESTING', { possibleAt: iso(vault.vestingEndsAt) });
    case 'ready':
      return refuse('VAULT_NOT_ACTIVATED', { possibleAt: iso(vault.vestingEndsAt) });
    case 'running':
      return refuse('VAULT_RUNNING', {
        possibleAt: iso(vault.cycle?.endsAt ?? vault.vestingEndsAt),
      });
    case 'due':
    case 'completed':
      return refuse('VAULT_COMPLETED');
  }
}

/** Refuses one more vault if the user has the maximum of open vaults. A restake opens none. */
export function checkOpenVaults(open: number): Result<null> {
  return open < OPEN_VAULTS_MAX ? ok(null) : refuse('TOO_MANY_VAULTS', { most: OPEN_VAULTS_MAX });
}
