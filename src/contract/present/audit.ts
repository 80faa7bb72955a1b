import type { UserAudit } from '#domain/audit/audit';
import { DECIMALS, formatAmount, formatDecimal } from '#domain/base/money';
import { iso } from '#domain/base/time';
import type { AuditedUserJson } from '../admin-audit.ts';

/** A user of the audit, as it goes out and as it is kept. */
export function presentAudited(user: UserAudit, username: string): AuditedUserJson {
  const { userId, walletAddress, riskLevel, inconsistencies, bonds, totals } = user;
  const inLmt = (amount: bigint): string => formatDecimal(amount, DECIMALS.LMT);
  return {
    userId,
    walletAddress,
    username,
    riskLevel,
    inconsistencies: [...inconsistencies],
    bonds: bonds.map(({ bond, verdict, chainVerified }) => ({
      id: bond.id,
      tokenType: bond.token,
      amount: formatAmount(bond.token, bond.amount),
      lmtAmount: formatAmount('LMT', bond.lmtAmount),
      status: bond.status,
      transactionSignature: bond.signature,
      createdAt: iso(bond.createdAt),
      chainVerified,
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

export const AUDIT_CSV_HEAD = [
  'User ID',
  'Wallet',
  'Username',
  'Risk',
  'Bonded SOL',
  'Bonded USDC',
  'Staking Fees SOL',
  'Staking Fees USDC',
  'Stakes Without Fees',
  'Staked LMT',
  'Unstaked LMT',
  'Unstaked LMT Calculated',
  'Rewards Earned',
  'Rewards Recomputed',
  'Bonds',
  'Verified Bonds',
  'Issues',
  'Inconsistencies',
] as const;

/** The cells of one user under AUDIT_CSV_HEAD. */
export function auditCsvCells(user: AuditedUserJson): string[] {
  const { totals, bonds, inconsistencies } = user;
  return [
    user.userId,
    user.walletAddress,
    user.username,
    user.riskLevel,
    totals.bondedSOL,
    totals.bondedUSDC,
    totals.totalStakingFeesSOL,
    totals.totalStakingFeesUSDC,
    String(totals.stakesWithoutFees),
    totals.stakedLMT,
    totals.unstakedLMT,
    totals.unstakedLMTCalculated,
    totals.rewardsEarned,
    totals.rewardsRecomputed,
    String(bonds.length),
    String(bonds.filter(({ chainVerified }) => chainVerified).length),
    String(inconsistencies.length),
    inconsistencies.join('; '),
  ];
}
