import type { JobStatus } from '#domain/alerts/alerts';
import { column, count, entity, instant } from './entity.ts';

/** Last run of a job, by the wall clock. */
export type JobRun = Omit<JobStatus, 'failingSince'>;

export const JOB_RUN = entity<JobStatus>('job_runs', {
  name: column('name', 'text'),
  everyMs: count('every_ms'),
  startedAt: instant('started_at'),
  tookMs: count('took_ms'),
  error: column('error', 'text'),
  failingSince: instant('failing_since'),
});
