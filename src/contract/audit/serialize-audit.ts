import type { UserAudit } from '#domain/audit/audit';
import type { CsvColumns } from '#domain/base/csv';
import { DECIMALS, formatAmount, formatDecimal } from '#domain/base/money';
import { iso } from '#domain/base/time';
import type { AuditedUserJson } from './admin-audit.ts';

/** Serializes an audited user, for responses and for storage. */
export function serializeAudited(user: UserAudit, username: string): AuditedUserJson {
  const { userId, walletAddress, riskLevel, inconsistencies, bonds, totals } = user;
  const inLmt = (amount: bigint): string => formatDecimal(amount, DECIMALS.LMT);
  return {
    userId,
    walletAddress,
    username,
    riskLevel,
    inconsistencies: [...inconsistencies],
    bonds: bonds.map(({ bond, verdict }) => ({
      id: bond.id,
      tokenType: bond.token,
      amount: formatAmount(bond.token, bond.amount),
      lmtAmount: formatAmount('LMT', bond.lmtAmount),
      status: bond.status,
      transactionSignature: bond.signature,
      createdAt: iso(bond.createdAt),
      chainVerified: verdict === 'verified',
      verdict,
    })),
    totals: {
      bondedSOL: formatAmount('SOL', totals.bondedSOL),
      bondedUSDC: formatAmount('USDC', totals.bondedUSDC),
      stakedLMT: inLmt(totals.stakedLMT),
      unstakedLMT: inLmt(totals.unstakedLMT),
      unstakedLMTCalculated: inLmt(totals.unstakedLMTCalculated),
      rewardsEarned: inLmt(totals.rewardsEarned),
      rewardsRecomputed: inLmt(totals.rewardsRecomputed),
      totalStakingFeesSOL: formatAmount('SOL', totals.totalStakingFeesSOL),
      totalStakingFeesUSDC: formatAmount('USDC', totals.totalStakingFeesUSDC),
      stakesWithoutFees: totals.stakesWithoutFees,
    },
  };
}

export const AUDIT_COLUMNS: CsvColumns<AuditedUserJson> = [
  ['User ID', (of) => of.userId],
  ['Wallet', (of) => of.walletAddress],
  ['Username', (of) => of.username],
  ['Risk', (of) => of.riskLevel],
  ['Bonded SOL', ({ totals }) => totals.bondedSOL],
  ['Bonded USDC', ({ totals }) => totals.bondedUSDC],
  ['Staking Fees SOL', ({ totals }) => totals.totalStakingFeesSOL],
  ['Staking Fees USDC', ({ totals }) => totals.totalStakingFeesUSDC],
  ['Stakes Without Fees', ({ totals }) => totals.stakesWithoutFees],
  ['Staked LMT', ({ totals }) => totals.stakedLMT],
  ['Unstaked LMT', ({ totals }) => totals.unstakedLMT],
  ['Unstaked LMT Calculated', ({ totals }) => totals.unstakedLMTCalculated],
  ['Rewards Earned', ({ totals }) => totals.rewardsEarned],
  ['Rewards Recomputed', ({ totals }) => totals.rewardsRecomputed],
  ['Bonds', ({ bonds }) => bonds.length],
  ['Verified Bonds', ({ bonds }) => bonds.filter(({ chainVerified }) => chainVerified).length],
  ['Issues', ({ inconsistencies }) => inconsistencies.length],
  ['Inconsistencies', ({ inconsistencies }) => inconsistencies.join('; ')],
];
