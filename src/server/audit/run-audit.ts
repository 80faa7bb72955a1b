import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditProgressJson } from '#contract/audit/admin-audit';
import { iso } from '#domain/base/time';
import type { Parts } from '../kernel/parts.ts';
import { countAudited } from './audit-input.ts';
import {
  type AuditRun,
  abandonRun,
  renewHeartbeat,
  findRun,
  startRun,
} from './audit-run-queries.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { auditAllUsers } from './audit-all-users.ts';

type AuditParts = Pick<Parts, 'database' | 'rules' | 'chain' | 'alert'>;

const HEARTBEAT_MS = 4_000;
const POLL_MS = 100;
/** Maximum attempts to take over a dead run. */
const TRIES_MAX = 3;

/**
 * Runs the audit, or follows the one in progress on any node. Yields progress, and in the end success or
 * failure. The audit completes even if the caller disconnects.
 */
export async function* runAudit(parts: AuditParts): AsyncGenerator<AuditProgressJson> {
  const { database } = parts;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const { now } = await readHead(database);
    const { run, isOwn } = await startRun(database, await countAudited(database), now);
    const work = isOwn ? carryOut(parts, run) : null;
    let reported = '';
    for (;;) {
      const seen = await findRun(database, run.id);
      if (!seen) break;
      if (seen.durationMs !== null) {
        const { generatedAt, durationMs } = seen;
        yield { done: true, generatedAt: iso(generatedAt), durationMs };
        return;
      }
      const { processed, total, issues } = seen;
      const line = { processed, total, issues };
      if (reported !== JSON.stringify(line)) yield line;
      reported = JSON.stringify(line);
      await Promise.race([sleep(POLL_MS), ...(work ? [work] : [])]);
    }
    if (isOwn) break;
  }
  yield { error: 'Failed to make the audit' };
}

/** Never rejects. Deletes a failed run, so that the next one can start. */
async function carryOut(parts: AuditParts, run: AuditRun): Promise<void> {
  const { database, alert } = parts;
  const alive = setInterval(() => {
    renewHeartbeat(database, run.id).catch(() => {});
  }, HEARTBEAT_MS);
  alive.unref();
  try {
    await auditAllUsers(parts, run);
  } catch (err) {
    alert('an audit failed: the one before it is kept', { err });
    await abandonRun(database, run.id).catch(() => {});
  } finally {
    clearInterval(alive);
  }
}
