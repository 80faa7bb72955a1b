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

/** Users per read, and users audited per turn of the event loop. */
const BATCH = 1_000;
const TURN = 100;
/** Maximum bonds that a run checks on the chain; the others count as unknown. */
const CHECKS_MAX = 500;
/** Maximum number of broken invariants listed individually. */
const BROKEN_MAX = 50;

/**
 * Audits all users in batches, into a run. Stops if another node has taken over the run. While a batch is
 * audited, the database reads the next one, writes the previous one and checks the ledger.
 */
export async function auditAllUsers(
  parts: Pick<Parts, 'database' | 'rules' | 'chain'>,
  run: AuditRun,
): Promise<void> {
  const { database } = parts;
  const startedAt = performance.now();
  await checkDueBonds(parts, CHECKS_MAX);
  const ledger = ledgerState(database);
  // Marks the rejection as handled until the promise is awaited.
  ledger.catch(() => {});
  let summary = summarizeAudit([]);
  let added = Promise.resolve(true);
  const batches = readAhead(auditedUsers(database, BATCH));
  for await (const subjects of batches) {
    const { audited, stored } = await auditBatch(parts, subjects);
    if (!(await added)) return;
    added = addUsers(database, run.id, stored);
    added.catch(() => {});
    summary = addSummaries(summary, summarizeAudit(audited));
  }
  if (!(await added)) return;
  const body = serializeSummary(summary, await ledger);
  const durationMs = Math.round(performance.now() - startedAt);
  await finishRun(database, { id: run.id, durationMs, summary: JSON.stringify(body) });
}

async function auditBatch(
  { rules }: Pick<Parts, 'rules'>,
  subjects: readonly AuditSubject[],
): Promise<{ readonly audited: UserAudit[]; readonly stored: AuditedUser[] }> {
  const { now, sol, terms } = await rules.inForce();
  const audited: UserAudit[] = [];
  const stored: AuditedUser[] = [];
  for (const [i, subject] of subjects.entries()) {
    if (i > 0 && i % TURN === 0) await nextTurn();
    const user = auditUser(subject, terms, now);
    audited.push(user);
    stored.push(storedOf(user, subject.username, sol.price));
  }
  return { audited, stored };
}

/** Decimals of SOL (9) and its price (12), less those of USD (6). */
const SOL_TO_USD = 10n ** 15n;

function storedOf(user: UserAudit, username: string, solPrice: UsdPrice): AuditedUser {
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
