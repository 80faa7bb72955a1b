/** Scheduled work: bounded, idempotent and resumable. Several nodes may run it concurrently. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Nodes that run the job: only the leader, or every node. All workers if omitted. */
  readonly where?: 'leader' | 'everywhere';
  /** Set for a job that decides nothing by time. Such a job runs while the database's clock is wrong. */
  readonly runsDuringSkew?: true;
  /** Returns true if there is work. A job without `isDue` is always due. */
  isDue?(): Promise<boolean>;
  /** Runs the job. A long job ends early, at a safe point, when `stopping` is aborted. */
  run(stopping?: AbortSignal): Promise<void>;
  /** Returns the problem of the last completed run, which then counts as failed; null if there was none. */
  trouble?(): string | null;
}
