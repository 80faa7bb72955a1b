import type { Bond } from '../bonds/bond.ts';
import type { Journal } from '../base/ledger.ts';
import type { Lamports, Lmt, Usdc } from '../base/money.ts';
import type { Sell } from '../sells/sell.ts';
import { FAKE_BOND_AGE_MS } from '../terms/terms.ts';
import { type Instant, after } from '../base/time.ts';
import type { Vault } from '../vaults/vault.ts';

/**
 * Result of checking a bond's payment on the chain: `verified` as claimed; `fake` if it certainly is missing,
 * failed or paid another wallet; `unknown` without a definite answer.
 */
export type ChainVerdict = 'verified' | 'fake' | 'unknown';

export interface AuditedBond {
  readonly bond: Pick<
    Bond,
    'id' | 'token' | 'amount' | 'lmtAmount' | 'status' | 'signature' | 'createdAt'
  >;
  readonly verdict: ChainVerdict;
  /** Payment for the bond as the chain shows it, in the bond’s token; null if unknown. */
  readonly paid?: bigint | null;
}

export type AuditedVault = Pick<
  Vault,
  'id' | 'status' | 'amount' | 'postedRewards' | 'totalRewardsEarned' | 'createdAt'
>;
export type AuditedSell = Pick<Sell, 'id' | 'status' | 'amount' | 'settledAt'>;

/** Stored data of one user for an audit, read in one snapshot. */
export interface AuditInput {
  readonly userId: string;
  readonly walletAddress: string;
  /** Balance rows of the user's accounts by accountKey. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Journals of the user in the order of the ledger. */
  readonly journals: readonly Journal[];
  readonly bonds: readonly AuditedBond[];
  /** As stored, without due changes. */
  readonly vaults: readonly AuditedVault[];
  readonly sells: readonly AuditedSell[];
  /** LMT of deleted bonds that could not be taken back. */
  readonly shortfall: Lmt;
}

export interface AuditTotals {
  /** Payments of all paid bonds. */
  readonly bondedSOL: Lamports;
  readonly bondedUSDC: Usdc;
  /** Principal of vaults that are not completed. */
  readonly stakedLMT: Lmt;
  /** Stored balance, and the sum of the journals. */
  readonly unstakedLMT: Lmt;
  readonly unstakedLMTCalculated: Lmt;
  /** Gross rewards as stored with the vaults, and recomputed from principal and APY of every matured cycle. */
  readonly rewardsEarned: Lmt;
  readonly rewardsRecomputed: Lmt;
  readonly totalStakingFeesSOL: Lamports;
  /** Always 0, because the fee is paid in SOL. */
  readonly totalStakingFeesUSDC: Usdc;
  readonly stakesWithoutFees: number;
}

/**
 * True if a clean-up may delete a bond: it is at least an hour old, and has no signature or one that the
 * chain certainly refutes. A signature without a definite answer is never fake.
 */
export function isFakeBond(
  bond: AuditedBond['bond'],
  verdict: ChainVerdict,
  now: Instant,
): boolean {
  if (now < after(bond.createdAt, FAKE_BOND_AGE_MS)) return false;
  return bond.signature === null || verdict === 'fake';
}
