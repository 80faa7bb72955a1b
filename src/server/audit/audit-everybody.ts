import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditJson } from '#contract/audit/admin-audit';
import { serializeAudited } from '#contract/audit/serialize-audit';
import {
  type AuditSummary,
  RISK_LEVELS,
  type UserAudit,
  addSummaries,
  auditUser,
  summarizeAudit,
} from '#domain/audit/audit';
import { type UsdPrice, formatAmount } from '#domain/base/money';
import type { Parts } from '../kernel/parts.ts';
import { readAhead } from '../kernel/db/read-ahead.ts';
import { longRead } from '../kernel/db/transactions.ts';
import { type AuditSubject, auditedUsers } from './audit-input.ts';
import { type AuditRun, addUsers, finishRun } from './audit-run-queries.ts';
import type { AuditedUser } from '../kernel/entities/audit-user.ts';
import type { Database } from '../kernel/db/database.ts';
import { LOG_INVARIANT, violations } from '../kernel/ledger/invariants.ts';
import { checkDueBonds } from './check-bonds.ts';

/** Users that are read at once, and that are audited before others get a turn. */
const BATCH = 1_000;
const TURN = 100;
/** Bonds that a run asks the chain about; the rest has no definite answer yet. */
const CHECKS_MAX = 500;
/** Broken invariants that are told one by one. */
const BROKEN_MAX = 50;

/**
 * Audits every user, batch by batch, into a run; stops where another node has taken the run over. While a
 * batch is audited, the database reads the next one, writes the one before and checks the ledger.
 */
export async function auditEverybody(
  parts: Pick<Parts, 'database' | 'rules' | 'chain'>,
  run: AuditRun,
): Promise<void> {
  const { database } = parts;
  const startedAt = performance.now();
  await checkDueBonds(parts, CHECKS_MAX);
  const ledger = ledgerState(database);
  // Each failure is met where it is waited for.
  ledger.catch(() => {});
  let summary = summarizeAudit([]);
  let added = Promise.resolve(true);
  const batches = readAhead(auditedUsers(database, BATCH));
  for await (const subjects of batches) {
    const { audited, kept } = await auditBatch(parts, subjects);
    if (!(await added)) return;
    added = addUsers(database, run.id, kept);
    added.catch(() => {});
    summary = addSummaries(summary, summarizeAudit(audited));
  }
  if (!(await added)) return;
  const told = serializeSummary(summary, await ledger);
  const durationMs = Math.round(performance.now() - startedAt);
  await finishRun(database, { id: run.id, durationMs, summary: JSON.stringify(told) });
}

async function auditBatch(
  { rules }: Pick<Parts, 'rules'>,
  subjects: readonly AuditSubject[],
): Promise<{ readonly audited: UserAudit[]; readonly kept: AuditedUser[] }> {
  const { now, sol, terms } = await rules.inForce();
  const audited: UserAudit[] = [];
  const kept: AuditedUser[] = [];
  for (const [i, subject] of subjects.entries()) {
    if (i > 0 && i % TURN === 0) await nextTurn();
    const user = auditUser(subject, terms, now);
    audited.push(user);
    kept.push(keptOf(user, subject.username, sol.price));
  }
  return { audited, kept };
}

/** SOL has 9 decimals, its price 12, and USD 6. */
const SOL_TO_USD = 10n ** 15n;

function keptOf(user: UserAudit, username: string, solPrice: UsdPrice): AuditedUser {
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
    report: JSON.stringify(serializeAudited(user, username)),
  };
}

async function ledgerState(database: Database): Promise<AuditJson['summary']['ledger']> {
  const found = await longRead(database, violations);
  const broken = found.filter(({ invariant }) => invariant !== LOG_INVARIANT);
  const more = broken.length - BROKEN_MAX;
  return {
    invariantsBroken: [
      ...broken
        .slice(0, BROKEN_MAX)
        .map(({ invariant, detail }) => `This does not hold: ${invariant} (${detail})`),
      ...(more > 0 ? [`and ${more} more`] : []),
    ],
    logHolds: found.length === broken.length,
  };
}

function serializeSummary(
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
