import type { JobStatus } from '#domain/alerts/alerts';
import { type Session, statement } from '../db/database.ts';
import type { EntityRow } from '../entities/entity.ts';
import { JOB_RUN, type JobRun } from '../entities/job-run.ts';
import { setOf } from '../entities/rows.ts';

/** Keeps `failing_since` while a job fails repeatedly. */
const KEEP = statement(
  'job-run-keep',
  `${JOB_RUN.insert} on conflict (name) do update set ${setOf(JOB_RUN, 'name', 'failing_since')},
     failing_since = case when excluded.error is not null
       then coalesce(job_runs.failing_since, excluded.failing_since) end`,
);
const ALL = statement(
  'job-runs-all',
  `select ${JOB_RUN.select('j')} from job_runs j order by j.name`,
);

export async function storeJobRun(session: Session, run: JobRun): Promise<void> {
  const failingSince = run.error === null ? null : run.startedAt;
  await session.query(KEEP, JOB_RUN.values({ ...run, failingSince }));
}

/** Returns the last run of every job, on any node. */
export async function readJobRuns(session: Session): Promise<JobStatus[]> {
  return (await session.query<EntityRow>(ALL)).map(JOB_RUN.read);
}
