import { fileURLToPath } from 'node:url';

export default {
  testRunner: 'domain',
  plugins: [fileURLToPath(new URL('runner.mjs', import.meta.url))],
  buildCommand: 'node test/mutation/bundle.mjs',
  coverageAnalysis: 'perTest',
  mutate: [
    'src/domain/**/*.ts',
    'packages/proof/src/tree/*.ts',
    'packages/proof/src/files/{day,memo,ownership,published,reference}.ts',
    // The runner calls tests that end at once; other checks ask a node.
    'packages/proof/src/checks/check-{leaves,mine}.ts',
    '!**/*.test.ts',
  ],
  // What stays is copied to a folder of its own.
  ignorePatterns: [
    '/*',
    '!/package.json',
    '!/packages',
    '/packages/*',
    '!/packages/proof',
    '!/src',
    '/src/*',
    '!/src/domain',
    '!/test',
    '/test/*',
    '!/test/domain',
    '!/test/mutation',
    '!/test/prove',
    '!/test/support',
  ],
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  tempDirName: 'node_modules/.cache/stryker',
  reporters: ['json', 'clear-text'],
  clearTextReporter: { allowColor: false, reportMutants: false, reportTests: false },
  jsonReporter: { fileName: process.env.MUTATION_REPORT ?? 'node_modules/.cache/lmt/mutants.json' },
  concurrency: 2,
  // Endless loops are told by their count; what only takes long on a busy machine is no timeout.
  timeoutMS: 60_000,
  timeoutFactor: 4,
};
