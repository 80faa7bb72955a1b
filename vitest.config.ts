import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Pure functions: they share threads. */
const PURE = [
  'src/domain/**/*.test.ts',
  'src/contract/**/*.test.ts',
  'packages/proof/src/**/*.test.ts',
];
/** What reads the sources: in one thread, which parses each file once. */
const STRUCTURE = ['test/structure/**/*.test.ts'];
/**
 * Servers as processes of their own, which are killed, and what takes the place of a module: each file
 * alone. Files that share a worker would share `test/nodes/server.ts`, whose bundle goes with the first.
 */
const ALONE = [
  'test/killed/**/*.test.ts',
  'test/crash/**/*.test.ts',
  'test/nodes/**/*.test.ts',
  'test/failover/**/*.test.ts',
  'test/bonds/killed.prove.test.ts',
  'test/operations/{backup,logs}.prove.test.ts',
  'test/reminders/push.prove.test.ts',
  'packages/localnet/test/{crash.prove,durability}.test.ts',
];
/** `npm test` leaves out what `npm run prove` runs; by hand any file can be run. */
const LEFT_OUT = [
  '**/node_modules/**',
  ...(process.env['SUITE'] === 'test' ? ['**/*.prove.test.*'] : []),
];
const APP = {
  pool: 'forks' as const,
  // Compiling the embedded database well takes longer than a test file uses it.
  execArgv: ['--liftoff-only'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

/** The files that take minutes begin first: else one of them would run on when all others are done. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/test\/(killed|crash|simulation)\//.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // More than there are cores: who waits for a process or a port leaves a core to another.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'rules',
          include: PURE,
          exclude: LEFT_OUT,
          pool: 'threads',
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'structure',
          include: STRUCTURE,
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
          // Vitest wants projects with another number of workers to run after the others.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
        },
      },
      { test: { ...APP, name: 'alone', include: ALONE, exclude: LEFT_OUT } },
      {
        test: {
          ...APP,
          name: 'localnet',
          include: ['packages/localnet/**/*.test.ts'],
          exclude: [...LEFT_OUT, ...ALONE],
          isolate: false,
        },
      },
      {
        test: {
          ...APP,
          name: 'app',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: [...LEFT_OUT, ...PURE, ...STRUCTURE, ...ALONE, 'test/browser/**'],
          // Loading the app takes longer than most files run: the files of a worker share it.
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
        },
      },
    ],
  },
});
