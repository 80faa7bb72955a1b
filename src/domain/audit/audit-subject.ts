import type { Bond } from '../bonds/bond.ts';
import type { Journal } from '../base/ledger.ts';
import type { Lamports, Lmt, Usdc } from '../base/money.ts';
import type { Sell } from '../sells/sell.ts';
import { FAKE_BOND_AGE_MS } from '../terms/terms.ts';
import { type Instant, after } from '../base/time.ts';
import type { Vault } from '../vaults/vault.ts';

/**
 * What the chain says of a bond's payment: seen as claimed; definitely not there, failed, or paid to
 * another wallet; or no definite answer.
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

/** What an audit needs of all that is stored about one user, as one reading of the database. */
export interface AuditInput {
  readonly userId: string;
  readonly walletAddress: string;
  /** Balance rows of the user's accounts by accountKey. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Journals of the user in the order of the ledger. */
  readonly journals: readonly Journal[];
  readonly bonds: readonly AuditedBond[];
  /** As stored, not caught up. */
  readonly vaults: readonly AuditedVault[];
  readonly sells: readonly AuditedSell[];
  /** LMT of deleted bonds that could not be taken back. */
  readonly shortfall: Lmt;
}

export interface AuditTotals {
  /** Paid for bonds that stand. */
  readonly bondedSOL: Lamports;
  readonly bondedUSDC: Usdc;
  /** Principal of vaults that are not completed. */
  readonly stakedLMT: Lmt;
  /** The balance row, and what the journals make it. */
  readonly unstakedLMT: Lmt;
  readonly unstakedLMTCalculated: Lmt;
  /** Gross rewards on the vaults' rows, and what principal and APY of every matured cycle make them. */
  readonly rewardsEarned: Lmt;
  readonly rewardsRecomputed: Lmt;
  readonly totalStakingFeesSOL: Lamports;
  /** The fee is paid in SOL; nothing stands here until it can be paid otherwise. */
  readonly totalStakingFeesUSDC: Usdc;
  readonly stakesWithoutFees: number;
}

/**
 * Whether clean-up may remove a bond: at least an hour old, and without a signature, or with one that
 * the chain definitely does not bear out. Without a definite answer it is never fake.
 */
export function isFakeBond(
  bond: AuditedBond['bond'],
  verdict: ChainVerdict,
  now: Instant,
): boolean {
  if (now < after(bond.createdAt, FAKE_BOND_AGE_MS)) return false;
  return bond.signature === null || verdict === 'fake';
}
