import type { Logger } from 'pino';
import { JOB_RUN_STORE_MS } from '#domain/alerts/alerts';
import { instant } from '#domain/base/time';
import { ClockSkewed } from '../base/clock-skewed.ts';
import { duringRun } from '../base/purpose.ts';
import { storeJobRun } from './job-runs.ts';
import type { Database } from '../db/database.ts';
import type { Leader } from '../db/leader.ts';
import type { JobRun } from '../entities/job-run.ts';
import type { Job } from './job.ts';

const ERROR_CHARS_MAX = 500;
/** Interval between the first runs of jobs after a start, so that they do not delay the first page. */
const BEGIN_EVERY_MS = 50;

/** Returns true if this node runs a job now. */
type MayRun = (job: Job) => Promise<boolean>;

/** Runs jobs at their intervals. A failed job is logged and retried after its interval. */
export class Scheduler {
  readonly #jobs: readonly Job[];
  readonly #logger: Logger;
  readonly #timers = new Map<Job, NodeJS.Timeout>();
  readonly #running = new Map<Job, Promise<void>>();
  readonly #turns = new Set<Promise<void>>();
  readonly #record: (run: JobRun) => Promise<void>;
  readonly #isHeld: () => Promise<boolean>;
  readonly #stopping = new AbortController();

  /**
   * @param record stores each run; must not reject
   * @param isHeld returns true while the database's clock is wrong; jobs that decide by time are then skipped
   */
  constructor(
    jobs: readonly Job[],
    logger: Logger,
    {
      record = async () => {},
      isHeld = async () => false,
    }: {
      readonly record?: (run: JobRun) => Promise<void>;
      readonly isHeld?: () => Promise<boolean>;
    } = {},
  ) {
    this.#jobs = jobs;
    this.#logger = logger;
    this.#record = record;
    this.#isHeld = isHeld;
  }

  start(mayRunOn: MayRun = async () => true): void {
    this.#jobs.forEach((job, i) => this.#schedule(job, (i + 1) * BEGIN_EVERY_MS, mayRunOn));
  }

  /** Runs every job once, in order. Rejects with the first failure. */
  async runAll(): Promise<void> {
    for (const job of this.#jobs) {
      await this.#running.get(job)?.catch(() => {});
      if (await this.#waits(job)) continue;
      await duringRun(job.name, () => this.#run(job));
    }
  }

  /** Starts no more jobs, aborts the signal of running jobs, and waits for them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.allSettled([...this.#running.values(), ...this.#turns]);
  }

  /** Runs a job if it belongs to this node and is due. Called by the job's timer. */
  turn(job: Job, mayRunOn: MayRun): Promise<void> {
    return duringRun(job.name, async () => {
      try {
        if ((await this.#waits(job)) || !(await mayRunOn(job))) return;
        if ((await job.isDue?.()) ?? true) await this.#run(job);
      } catch (err) {
        this.#logger.error({ err, job: job.name }, 'job failed');
        throw err;
      }
    });
  }

  /** True while a job waits for the database's clock. If the database is down, the job runs and fails itself. */
  async #waits({ runsDuringSkew }: Job): Promise<boolean> {
    return runsDuringSkew !== true && (await this.#isHeld().catch(() => false));
  }

  #schedule(job: Job, inMs: number, mayRunOn: MayRun): void {
    if (this.#stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      const turn = this.turn(job, mayRunOn)
        .catch(() => {}) // Logged already, and retried after the interval.
        .finally(() => {
          this.#turns.delete(turn);
          this.#schedule(job, job.everyMs, mayRunOn);
        });
      this.#turns.add(turn);
    }, inMs);
    this.#timers.set(job, timer);
  }

  /** Runs a job, or joins its current run. */
  #run(job: Job): Promise<void> {
    const running = this.#running.get(job);
    if (running) return running;
    const run = this.#recorded(job).finally(() => this.#running.delete(job));
    this.#running.set(job, run);
    return run;
  }

  async #recorded(job: Job): Promise<void> {
    const { name, everyMs } = job;
    const startedAt = instant(Date.now());
    const began = performance.now();
    const record = (error: string | null): Promise<void> => {
      const tookMs = Math.round(performance.now() - began);
      return this.#record({ name, everyMs, startedAt, tookMs, error });
    };
    try {
      await job.run(this.#stopping.signal);
    } catch (error) {
      // The clock went wrong during the run. The job is retried after the clock is right again.
      if (error instanceof ClockSkewed) return;
      await record(String(error).slice(0, ERROR_CHARS_MAX));
      throw error;
    }
    await record(job.trouble?.() ?? null);
    this.#logger.debug({ job: name }, 'job ran');
  }
}

/** Builds the check whether a node runs a job. */
export const mayRunOn =
  (isWorker: boolean, leader: Pick<Leader, 'leads'>) =>
  async ({ where }: Job): Promise<boolean> => {
    if (where === 'everywhere') return true;
    return isWorker && (where !== 'leader' || (await leader.leads()));
  };

/**
 * Stores runs of jobs, so that every node can show them. Each job is stored every few seconds at most, but
 * immediately if its error changed. Never rejects.
 */
export function recordRuns(database: Database): (run: JobRun) => Promise<void> {
  const stored = new Map<string, { readonly at: number; readonly error: string | null }>();
  return async (run) => {
    const last = stored.get(run.name);
    const at = performance.now();
    if (last && last.error === run.error && at - last.at < JOB_RUN_STORE_MS) return;
    stored.set(run.name, { at, error: run.error });
    await storeJobRun(database, run).catch(() => stored.delete(run.name));
  };
}
