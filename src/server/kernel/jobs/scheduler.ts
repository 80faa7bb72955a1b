import type { Logger } from 'pino';
import { JOB_RUN_STORE_MS } from '#domain/alerts/alerts';
import { instant } from '#domain/base/time';
import { ClockSkewed } from '../base/clock-skewed.ts';
import { duringRun } from '../base/purpose.ts';
import { keepJobRun } from './job-runs.ts';
import type { Database } from '../db/database.ts';
import type { Leader } from '../db/leader.ts';
import type { JobRun } from '../entities/job-run.ts';
import type { Job } from './job.ts';

const ERROR_CHARS_MAX = 500;
/** After a start jobs begin one by one, so that the first page does not wait for the first turn of all. */
const BEGIN_EVERY_MS = 50;

/** Whether this node takes a job's turn now. */
type TakesTurns = (job: Job) => Promise<boolean>;

/** Runs jobs on their intervals. A job that fails is logged and tried again at its next turn. */
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
   * @param record is told how each run went, and must not reject
   * @param isHeld whether the database's clock is wrong: jobs that decide by time are then skipped
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

  start(takesTurns: TakesTurns = async () => true): void {
    this.#jobs.forEach((job, i) => this.#schedule(job, (i + 1) * BEGIN_EVERY_MS, takesTurns));
  }

  /** Runs every job once, now, in order; rejects with the first failure. What became due has then happened. */
  async runAll(): Promise<void> {
    for (const job of this.#jobs) {
      await this.#running.get(job)?.catch(() => {});
      if (await this.#waits(job)) continue;
      await duringRun(job.name, () => this.#run(job));
    }
  }

  /** Starts no more jobs, asks running ones to end, and waits for them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.allSettled([...this.#running.values(), ...this.#turns]);
  }

  /** One turn of a job, as its timer takes it: not where it is another node's, or where there is nothing to do. */
  turn(job: Job, takesTurns: TakesTurns): Promise<void> {
    return duringRun(job.name, async () => {
      try {
        if ((await this.#waits(job)) || !(await takesTurns(job))) return;
        if ((await job.isDue?.()) ?? true) await this.#run(job);
      } catch (err) {
        this.#logger.error({ err, job: job.name }, 'job failed');
        throw err;
      }
    });
  }

  /** True while a job has to wait for the database's clock. A database that cannot be asked fails the job itself. */
  async #waits({ runsDuringSkew }: Job): Promise<boolean> {
    return runsDuringSkew !== true && (await this.#isHeld().catch(() => false));
  }

  #schedule(job: Job, inMs: number, takesTurns: TakesTurns): void {
    if (this.#stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      const turn = this.turn(job, takesTurns)
        .catch(() => {}) // It is logged, and tried again at the next turn.
        .finally(() => {
          this.#turns.delete(turn);
          this.#schedule(job, job.everyMs, takesTurns);
        });
      this.#turns.add(turn);
    }, inMs);
    this.#timers.set(job, timer);
  }

  /** One run at a time: a caller who asks while it runs waits for that run. */
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
      // The clock went wrong during the run: the job goes on once it is right.
      if (error instanceof ClockSkewed) return;
      await record(String(error).slice(0, ERROR_CHARS_MAX));
      throw error;
    }
    await record(job.trouble?.() ?? null);
    this.#logger.debug({ job: name }, 'job ran');
  }
}

/** Whether a node takes a job's turns: what the leader does for all, it alone does. */
export const takesTurns =
  (isWorker: boolean, leader: Pick<Leader, 'leads'>) =>
  async ({ where }: Job): Promise<boolean> => {
    if (where === 'everywhere') return true;
    return isWorker && (where !== 'leader' || (await leader.leads()));
  };

/**
 * Writes down how jobs went, so that every node can show it: each at most every few seconds, and at
 * once when it begins to fail or goes well again. Never rejects.
 */
export function recordRuns(database: Database): (run: JobRun) => Promise<void> {
  const kept = new Map<string, { readonly at: number; readonly error: string | null }>();
  return async (run) => {
    const last = kept.get(run.name);
    const at = performance.now();
    if (last && last.error === run.error && at - last.at < JOB_RUN_STORE_MS) return;
    kept.set(run.name, { at, error: run.error });
    await keepJobRun(database, run).catch(() => kept.delete(run.name));
  };
}
