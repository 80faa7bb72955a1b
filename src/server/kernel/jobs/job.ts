/** Timed work: bounded, repeatable, resumable. Any number of nodes may run it; each thing happens once. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Who takes its turns: the leader alone, or every node, workers or not; else all workers. */
  readonly where?: 'leader' | 'everywhere';
  /** True if it decides nothing by time: it goes on while the database's clock is wrong, when other jobs wait. */
  readonly runsDuringSkew?: true;
  /** Whether its turn has work at all; a job without it always has. */
  isDue?(): Promise<boolean>;
  /** Where it may take long it ends early, at a good place, once `stopping` is aborted. */
  run(stopping?: AbortSignal): Promise<void>;
  /** What went wrong in its last run, though that did all that it could: it counts as failing. */
  trouble?(): string | null;
}
