import { type Bond, isPaidBond } from '../bonds/bond.ts';
import { entriesDuring } from '../base/history.ts';
import { type Journal, accountKey, unstakedOf } from '../base/ledger.ts';
import { type Lamports, type Usdc, add, lamports, lmt, sum, usdc } from '../base/money.ts';
import { QUOTE_MS, type Terms } from '../terms/terms.ts';
import { type Instant, after } from '../base/time.ts';
import {
  type Finding,
  accountFindings,
  bondFindings,
  figureFindings,
  heldAfter,
  shortfallFindings,
} from './audit-findings.ts';
import { recomputedRewards } from './audit-rewards.ts';
import type { AuditInput, AuditTotals, AuditedBond, AuditedVault } from './audit-subject.ts';

/** Risk levels in ascending order; an audit stores the index. */
export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export interface UserAudit {
  readonly userId: string;
  readonly walletAddress: string;
  readonly riskLevel: RiskLevel;
  readonly inconsistencies: readonly string[];
  readonly bonds: readonly AuditedBond[];
  readonly totals: AuditTotals;
}

/** Recomputes one user from their journals, and compares the result with every stored figure. */
export function auditUser(input: AuditInput, terms: Terms, now: Instant): UserAudit {
  const calculated = heldAfter(input.journals);
  const totals = totalsOf(input, terms, calculated);
  const findings = [
    ...shortfallFindings(input),
    ...bondFindings(input, now),
    ...accountFindings(input, calculated),
    ...figureFindings(totals),
  ];
  return {
    userId: input.userId,
    walletAddress: input.walletAddress,
    riskLevel: riskOf(findings, totals.stakesWithoutFees),
    inconsistencies: findings.map(({ text }) => text),
    bonds: input.bonds,
    totals,
  };
}

function riskOf(findings: readonly Finding[], stakesWithoutFees: number): RiskLevel {
  if (findings.some(({ grave }) => grave)) return 'high';
  return findings.length > 0 || stakesWithoutFees > 0 ? 'medium' : 'low';
}

function totalsOf(
  input: AuditInput,
  terms: Terms,
  calculated: ReadonlyMap<string, bigint>,
): AuditTotals {
  const { userId, balances, journals, vaults } = input;
  const own = accountKey(unstakedOf(userId));
  const paid = input.bonds.map(({ bond }) => bond).filter(isPaidBond);
  const paidIn = (token: Bond['token']): bigint =>
    sum(paid.filter((bond) => bond.token === token).map((bond) => bond.amount));
  const fees = feesByStake(journals);
  const feeless = vaults.filter(
    (vault) =>
      !isVoided(vault, journals) && (fees.get(vault.id) ?? 0n) <= 0n && wasFeeDue(terms, vault),
  );
  return {
    bondedSOL: lamports(paidIn('SOL')),
    bondedUSDC: usdc(paidIn('USDC')),
    stakedLMT: sum(vaults.filter((v) => v.status !== 'completed').map((v) => v.amount)),
    unstakedLMT: lmt(balances.get(own) ?? 0n),
    unstakedLMTCalculated: lmt(calculated.get(own) ?? 0n),
    rewardsEarned: sum(vaults.map((vault) => vault.totalRewardsEarned)),
    rewardsRecomputed: recomputedRewards(journals, terms),
    totalStakingFeesSOL: lamports([...fees.values()].reduce((all, fee) => all + fee, 0n)),
    totalStakingFeesUSDC: usdc(0n),
    stakesWithoutFees: feeless.length,
  };
}

/** True if a stake had to pay a fee. A quote without a fee holds for ten minutes, even if a fee is set meanwhile. */
const wasFeeDue = ({ settings }: Terms, { createdAt }: AuditedVault): boolean =>
  entriesDuring(settings, after(createdAt, -QUOTE_MS), createdAt).every(
    ({ value }) => value.stakingFee > 0n,
  );

/** Returns the lamports that each stake paid, by the journals; 0 if it was voided. */
function feesByStake(journals: readonly Journal[]): Map<string, bigint> {
  const fees = new Map<string, bigint>();
  for (const { subject, postings } of journals) {
    for (const { account, amount } of postings) {
      if (account.kind !== 'fee.stake') continue;
      fees.set(subject, (fees.get(subject) ?? 0n) + amount);
    }
  }
  return fees;
}

/** True if a stake was voided because its fee payment vanished. */
function isVoided({ id }: AuditedVault, journals: readonly Journal[]): boolean {
  return journals.some(({ kind, subject }) => kind === 'stakeVoided' && subject === id);
}

export type AuditFilter = 'all' | 'issues' | 'high' | 'medium';
type Filtered = Pick<UserAudit, 'userId' | 'walletAddress' | 'riskLevel' | 'inconsistencies'> & {
  readonly totals: Pick<AuditTotals, 'stakesWithoutFees'>;
};

/**
 * True if the audit's list shows a user. `search` is part of the wallet or the user id, in any letter case.
 * The list's SQL implements the same filter, and a test compares both.
 *
 * @public
 */
export function matchesFilter(user: Filtered, filter: AuditFilter, search: string): boolean {
  const text = search.trim().toLowerCase();
  const found = [user.walletAddress, user.userId].some((id) => id.toLowerCase().includes(text));
  return found && passes(user, filter);
}

function passes({ riskLevel, inconsistencies, totals }: Filtered, filter: AuditFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'issues':
      return inconsistencies.length > 0 || totals.stakesWithoutFees > 0;
    case 'high':
      return riskLevel === 'high';
    case 'medium':
      return riskLevel !== 'low';
  }
}

export interface AuditSummary {
  readonly totalUsers: number;
  readonly totalBonds: number;
  readonly verifiedBonds: number;
  readonly totalSOLBonded: Lamports;
  readonly totalUSDCBonded: Usdc;
  readonly totalInconsistencies: number;
  /** Number of users that the filter 'issues' matches. */
  readonly usersWithIssues: number;
}

/** Summarizes the audit of all users. */
export function summarizeAudit(users: readonly UserAudit[]): AuditSummary {
  const bonds = users.flatMap((user) => user.bonds);
  return {
    totalUsers: users.length,
    totalBonds: bonds.length,
    verifiedBonds: bonds.filter(({ verdict }) => verdict === 'verified').length,
    totalSOLBonded: sum(users.map(({ totals }) => totals.bondedSOL)),
    totalUSDCBonded: sum(users.map(({ totals }) => totals.bondedUSDC)),
    totalInconsistencies: users.reduce((all, user) => all + user.inconsistencies.length, 0),
    usersWithIssues: users.filter((user) => passes(user, 'issues')).length,
  };
}

/** Adds the summaries of two groups of users. */
export function addSummaries(a: AuditSummary, b: AuditSummary): AuditSummary {
  return {
    totalUsers: a.totalUsers + b.totalUsers,
    totalBonds: a.totalBonds + b.totalBonds,
    verifiedBonds: a.verifiedBonds + b.verifiedBonds,
    totalSOLBonded: add(a.totalSOLBonded, b.totalSOLBonded),
    totalUSDCBonded: add(a.totalUSDCBonded, b.totalUSDCBonded),
    totalInconsistencies: a.totalInconsistencies + b.totalInconsistencies,
    usersWithIssues: a.usersWithIssues + b.usersWithIssues,
  };
}
