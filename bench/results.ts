import type { Row } from './row.ts';

/** One run of a benchmark: where, for how long, and what it measured. */
interface Run {
  readonly machine: object;
  readonly seconds: number;
  readonly rows: readonly Row[];
}

/** What was measured last: the rows of all benchmarks, each with its benchmark's name, and the runs they are of. */
export interface Results {
  readonly rows: readonly (Row & { readonly bench: string })[];
  readonly runs: { readonly [bench: string]: Omit<Run, 'rows'> };
}

/** The results with a benchmark's new run; every other keeps its rows until it runs again. */
export function withRun(results: Results, name: string, { rows, ...run }: Run): Results {
  const runs = { ...results.runs, [name]: run };
  const own = rows.map((row) => ({ bench: name, ...row }));
  return {
    rows: Object.keys(runs).flatMap((bench) =>
      bench === name ? own : results.rows.filter((row) => row.bench === bench),
    ),
    runs,
  };
}
