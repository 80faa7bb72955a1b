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

/** One run of a vault, from its start to its maturity. */
export interface Cycle {
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  /** In force when the cycle started. */
  readonly apy: Apy;
}

export interface Restake {
  readonly type: RestakeType;
  /** Stored beside its posting, because every portfolio shows it for each open vault. */
  readonly fee: Lmt;
  readonly at: Instant;
}

export interface Vault {
  readonly id: string;
  readonly userId: string;
  readonly status: VaultStatus;
  /** Principal; in the window, what is left of it. */
  readonly amount: Lmt;
  readonly originalAmount: Lmt;
  /** Rewards of the cycle that stand in the vault: 0 until maturity, then what is left of them. */
  readonly postedRewards: Lmt;
  /** The owner's correction of the accruing rewards: added to the computed figure. */
  readonly rewardsOffset: bigint;
  /** Gross rewards of all matured cycles. */
  readonly totalRewardsEarned: Lmt;
  /** Taken out in this cycle's window so far, before any fee. */
  readonly withdrawn: Lmt;
  readonly cycleNumber: number;
  /** Null while vesting. */
  readonly cycle: Cycle | null;
  /** Whether this cycle's rewards have been posted. */
  readonly matured: boolean;
  readonly vestingStartsAt: Instant;
  readonly vestingEndsAt: Instant;
  readonly autoRestake: boolean;
  readonly lastRestake: Restake | null;
  /** Stored beside its posting, because voiding the stake gives it back. */
  readonly feePaid: Lamports;
  /** Signature of the fee payment; null where credit covered it. */
  readonly feeSignature: string | null;
  readonly feeFinalized: boolean;
  readonly completedAt: Instant | null;
  /** Whether the end of its window completed it, which 'restaking window expired' speaks of. */
  readonly released: boolean;
  /** Whether it was taken back because its fee payment vanished. */
  readonly voided: boolean;
  readonly createdAt: Instant;
}

/** Where a vault is in its life; 'ready' is vested but not activated, 'due' past its window and undecided. */
export type Phase = 'vesting' | 'ready' | 'running' | 'window' | 'due' | 'completed';

/** When the vault's window closes: 24 hours after maturity, plus what pauses took. Null before activation, and while a pause holds it open. */
export function windowEndsAt(vault: Vault, terms: Terms): Instant | null {
  if (!vault.cycle) return null;
  const { endsAt } = vault.cycle;
  return windowEnd(endsAt, after(endsAt, RESTAKE_WINDOW_MS), terms.pauses);
}

/** The same for display: while a pause holds it open, what it would be if the pause ended now. */
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

/** Rewards are amount × APY × milliseconds over this. */
export const REWARD_DIVISOR = 10_000n * BigInt(YEAR_MS);

/** What an amount earns at an APY in a time: simple, linear, rounded down. */
export function rewardsFor(amount: Lmt, apy: Apy, durationMs: bigint): Lmt {
  return lmt(mulDivDown(amount * apy, durationMs, REWARD_DIVISOR));
}

/** What an amount earns at an APY in a whole cycle. */
export function cycleRewards(amount: Lmt, apy: Apy): Lmt {
  return rewardsFor(amount, apy, BigInt(CYCLE_MS));
}

type NewVault = Pick<
  Vault,
  'id' | 'userId' | 'amount' | 'autoRestake' | 'feePaid' | 'feeSignature' | 'feeFinalized'
>;

/** A vault as it is when it begins to vest. */
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

/** What a principal has earned in a cycle by an instant, before any correction of the owner's. */
export function earnedBy(amount: Lmt, { startsAt, endsAt, apy }: Cycle, now: Instant): Lmt {
  const elapsed = min(elapsedMs(startsAt, now < endsAt ? now : endsAt), BigInt(CYCLE_MS));
  return rewardsFor(amount, apy, elapsed);
}

/** Rewards of the cycle at an instant: accruing until maturity, then what stands in the vault. */
export function rewardsAt(vault: Vault, now: Instant): Lmt {
  if (vault.matured || !vault.cycle) return vault.postedRewards;
  return lmt(max(0n, earnedBy(vault.amount, vault.cycle, now) + vault.rewardsOffset));
}

/** Principal and rewards at an instant. */
export function vaultTotal(vault: Vault, now: Instant): Lmt {
  return add(vault.amount, rewardsAt(vault, now));
}

/** What may still be taken out in the open window: half of what stood in the vault at maturity, less what was taken. */
export function withdrawable(vault: Vault): Lmt {
  const atMaturity = vault.amount + vault.postedRewards + vault.withdrawn;
  return lmt(max(0n, atMaturity / UNSTAKE_CAP_DIVISOR - vault.withdrawn));
}

/** Why a vault that is not in its window can't do what only the window allows. */
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

/** Refuses one more vault beside so many that are not completed; a restake opens none. */
export function checkOpenVaults(open: number): Result<null> {
  return open < OPEN_VAULTS_MAX ? ok(null) : refuse('TOO_MANY_VAULTS', { most: OPEN_VAULTS_MAX });
}
