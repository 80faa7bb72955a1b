import type { Instant } from '#domain/base/time';
import { column, count, entity, instant } from './entity.ts';

/** How a job last went, by the wall clock. */
export interface JobRun {
  readonly name: string;
  readonly everyMs: number;
  readonly startedAt: Instant;
  readonly tookMs: number;
  /** Null where it went well. */
  readonly error: string | null;
}

/** The same, and since when it has gone badly. */
export interface StoredJobRun extends JobRun {
  readonly failingSince: Instant | null;
}

export const JOB_RUN = entity<StoredJobRun>('job_runs', {
  name: column('name', 'text'),
  everyMs: count('every_ms'),
  startedAt: instant('started_at'),
  tookMs: count('took_ms'),
  error: column('error', 'text'),
  failingSince: instant('failing_since'),
});
