/** Timed work: bounded, repeatable, resumable. Any number of nodes may run it; each thing happens once. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}
