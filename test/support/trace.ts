import type { Profiler } from 'node:inspector';
import { Session as Inspector } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import type { Database } from '#server/kernel/db/database';
import { noteSteps } from './steps.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Database steps of one operation, and the files whose functions ran for it. */
export interface Trace {
  /** Names as in `noteSteps`, in order. */
  readonly steps: readonly string[];
  /** Number of steps that are statements. */
  readonly statements: number;
  /** Paths from the root, sorted. */
  readonly files: readonly string[];
}

/** Traces operations on a database. Nothing else may run meanwhile. */
export class Tracer {
  readonly #inspector = new Inspector();
  #steps: string[] = [];

  private constructor(database: Database) {
    noteSteps(database, (step) => this.#steps.push(step));
    this.#inspector.connect();
  }

  static async on(database: Database): Promise<Tracer> {
    const tracer = new Tracer(database);
    await tracer.#inspector.post('Profiler.enable');
    return tracer;
  }

  /** Runs and traces an operation. */
  async of(work: () => Promise<unknown>): Promise<Trace> {
    // Only while tracing, because counted functions run slower.
    await this.#inspector.post('Profiler.startPreciseCoverage', { callCount: true });
    this.#steps = [];
    await work();
    const steps = this.#steps;
    this.#steps = [];
    const { result } = await this.#inspector.post('Profiler.takePreciseCoverage');
    await this.#inspector.post('Profiler.stopPreciseCoverage');
    const statements = steps.filter((step) => step !== 'begin' && step !== 'commit').length;
    return { steps, statements, files: calledIn(result) };
  }

  close(): void {
    this.#inspector.disconnect();
  }
}

/** Project files with a called function. */
function calledIn(scripts: readonly Profiler.ScriptCoverage[]): string[] {
  const called = scripts.filter(({ functions }) =>
    functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
  );
  const paths = called
    .map(({ url }) => (url.startsWith('file://') ? fileURLToPath(url) : url).split('?')[0]!)
    .filter((path) => path.startsWith(`${ROOT}src/`));
  return [...new Set(paths.map((path) => path.slice(ROOT.length)))].toSorted();
}
