import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditJson } from '#contract/admin-audit';
import { presentAudited } from '#contract/present/audit';
import {
  type AuditSummary,
  RISK_LEVELS,
  type UserAudit,
  addSummaries,
  auditUser,
  summarizeAudit,
} from '#domain/audit/audit';
import { type UsdPrice, formatAmount } from '#domain/base/money';
import type { Parts } from '../../parts.ts';
import { ZERO_ID } from '../../store/db/ids.ts';
import { type AuditSubject, readAudited } from '../../store/admin/audit-input.ts';
import { type AuditRun, addUsers, finishRun } from '../../store/admin/audit-runs.ts';
import type { KeptUser } from '../../store/entities/audit-user.ts';
import type { Database } from '../../store/db/database.ts';
import { readHead } from '../../store/terms/head.ts';
import { LOG_INVARIANT, violations } from '../../store/ledger/invariants.ts';
import { checkDueBonds } from './check-bonds.ts';

const BATCH = 100;
/** Bonds that a run asks the chain about; the rest has no definite answer yet. */
const CHECKS_MAX = 500;
/** Broken invariants that are told one by one. */
const BROKEN_MAX = 50;

/** Audits every user, batch by batch, into a run; stops where somebody has taken the run over. */
export async function auditEverybody(
  parts: Pick<Parts, 'database' | 'rules' | 'chain'>,
  run: AuditRun,
): Promise<void> {
  const { database } = parts;
  const startedAt = performance.now();
  await checkDueBonds(parts, CHECKS_MAX);
  let summary = summarizeAudit([]);
  let after = ZERO_ID;
  for (;;) {
    const subjects = await readAudited(database, after, BATCH);
    const { audited, kept } = await auditBatch(parts, subjects);
    if (!(await addUsers(database, run.id, kept))) return;
    summary = addSummaries(summary, summarizeAudit(audited));
    after = subjects.at(-1)?.userId ?? after;
    if (subjects.length < BATCH) break;
    await nextTurn();
  }
  const told = presentSummary(summary, await ledgerState(database));
  const durationMs = Math.round(performance.now() - startedAt);
  await finishRun(database, run.id, durationMs, JSON.stringify(told));
}

async function auditBatch(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  subjects: readonly AuditSubject[],
): Promise<{ readonly audited: UserAudit[]; readonly kept: KeptUser[] }> {
  const { now, termsVersion, sol } = await readHead(database);
  const { terms } = await rules.at(termsVersion);
  const audited = subjects.map((subject) => auditUser(subject, terms, now));
  const kept = audited.map((user, i) => keptOf(user, subjects[i]?.username ?? '', sol.price));
  return { audited, kept };
}

/** SOL has 9 decimals, its price 12, and USD 6. */
const SOL_TO_USD = 10n ** 15n;

function keptOf(user: UserAudit, username: string, solPrice: UsdPrice): KeptUser {
  const { userId, walletAddress, riskLevel, inconsistencies, totals } = user;
  return {
    userId,
    wallet: walletAddress,
    risk: RISK_LEVELS.indexOf(riskLevel),
    issues: inconsistencies.length,
    feeless: totals.stakesWithoutFees,
    bonded: totals.bondedUSDC + (totals.bondedSOL * solPrice) / SOL_TO_USD,
    staked: totals.stakedLMT,
    unstaked: totals.unstakedLMT,
    report: JSON.stringify(presentAudited(user, username)),
  };
}

async function ledgerState(database: Database): Promise<AuditJson['summary']['ledger']> {
  const found = await violations(database);
  const broken = found.filter(({ invariant }) => invariant !== LOG_INVARIANT);
  const more = broken.length - BROKEN_MAX;
  return {
    invariantsBroken: [
      ...broken
        .slice(0, BROKEN_MAX)
        .map(({ invariant, detail }) => `Not so: ${invariant} (${detail})`),
      ...(more > 0 ? [`and ${more} more`] : []),
    ],
    logHolds: found.length === broken.length,
  };
}

function presentSummary(
  summary: AuditSummary,
  ledger: AuditJson['summary']['ledger'],
): AuditJson['summary'] {
  return {
    ...summary,
    totalSOLBonded: formatAmount('SOL', summary.totalSOLBonded),
    totalUSDCBonded: formatAmount('USDC', summary.totalUSDCBonded),
    ledger,
  };
}
