import { JOB_RUN_KEPT_MS } from '#domain/audit/alerts';
import type { Database } from '../store/db/database.ts';
import { keepJobRun } from '../store/admin/job-runs.ts';
import type { JobRun } from '../store/entities/job-run.ts';

/**
 * Writes down how jobs went, so that every node can show it: each at most every few seconds, and at
 * once when it begins to fail or goes well again. Never rejects.
 */
export function recordRuns(database: Database): (run: JobRun) => Promise<void> {
  const kept = new Map<string, { readonly at: number; readonly error: string | null }>();
  return async (run) => {
    const last = kept.get(run.name);
    const at = performance.now();
    if (last && last.error === run.error && at - last.at < JOB_RUN_KEPT_MS) return;
    kept.set(run.name, { at, error: run.error });
    await keepJobRun(database, run).catch(() => kept.delete(run.name));
  };
}
