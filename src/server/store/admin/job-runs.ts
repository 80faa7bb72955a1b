import { type Instant, iso } from '#domain/base/time';
import { type Session, statement } from '../db/database.ts';

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

const KEEP = statement(
  'job-run-keep',
  `insert into job_runs as j (name, every_ms, started_at, took_ms, error, failing_since)
   values ($1, $2, $3::timestamptz, $4, $5::text,
     case when $5::text is not null then $3::timestamptz end)
   on conflict (name) do update set every_ms = excluded.every_ms, started_at = excluded.started_at,
     took_ms = excluded.took_ms, error = excluded.error,
     failing_since = case when excluded.error is not null
       then coalesce(j.failing_since, excluded.failing_since) end`,
);
const ALL = statement(
  'job-runs-all',
  `select name, every_ms as "everyMs", started_at as "startedAt", took_ms as "tookMs", error,
     failing_since as "failingSince" from job_runs order by name`,
);

export async function keepJobRun(session: Session, run: JobRun): Promise<void> {
  const { name, everyMs, startedAt, tookMs, error } = run;
  await session.query(KEEP, [name, everyMs, iso(startedAt), tookMs, error]);
}

/** Of every job that has ever run, whichever node ran it. */
export async function readJobRuns(session: Session): Promise<StoredJobRun[]> {
  type Row = Omit<StoredJobRun, 'everyMs' | 'tookMs'> & { everyMs: bigint; tookMs: bigint };
  return (await session.query<Row>(ALL)).map((row) => ({
    ...row,
    everyMs: Number(row.everyMs),
    tookMs: Number(row.tookMs),
  }));
}
