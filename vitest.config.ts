import { defineConfig } from 'vitest/config';

/** Pure functions share one context per worker; what opens databases, chains and ports gets its own process. */
const PURE = [
  'src/domain/**/*.test.ts',
  'src/contract/**/*.test.ts',
  'test/structure/**/*.test.ts',
];

export default defineConfig({
  test: {
    // Half of the time is spent waiting: for processes to start, for a database, for a chain.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'rules',
          include: PURE,
          pool: 'threads',
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'app',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: [...PURE, 'test/browser/**', '**/node_modules/**'],
          pool: 'forks',
          // Compiling the embedded database well takes longer than a test file uses it.
          execArgv: ['--liftoff-only'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
