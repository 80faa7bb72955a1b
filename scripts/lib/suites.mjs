import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { bin, fromRoot } from './project.mjs';
import { runNode } from './run.mjs';

/** A file for one run's report: two runs in one checkout do not read each other's. */
const reportFile = (name) => {
  const file = fromRoot('node_modules/.cache/lmt', `${name}-${process.pid}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  return file;
};

function takeReport(file) {
  if (!existsSync(file)) return null;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return report;
}

/** A suite that ends badly without one failed test (an unhandled error, say) has failed all the same. */
const withExitCode = (code, outcome) =>
  code !== 0 && outcome.failed === 0
    ? { ...outcome, failed: 1, output: `the suite ended with exit code ${code}` }
    : outcome;

/** Counts of vitest's JSON report; a file that could not even be loaded counts as one failure. */
export function countVitest(report) {
  const unloaded = report.testResults.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of Playwright's JSON report; a test that passed only on a second try counts as failed. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

/** Runs vitest, showing its output, over the given paths or the whole suite. */
export async function runVitest({ filters = [], env = {} } = {}) {
  const file = reportFile('vitest');
  const args = [
    bin('vitest'),
    'run',
    ...filters,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const { code } = await runNode(args, { env });
  const report = takeReport(file);
  if (report === null) throw new Error(`vitest ended with exit code ${code} and left no report`);
  return withExitCode(code, countVitest(report));
}

/** Where the browser tests are configured, or null while there are none. */
export function browserConfig() {
  const found = ['playwright.config.ts', 'test/browser/playwright.config.ts'].find((file) =>
    existsSync(fromRoot(file)),
  );
  const folder = fromRoot('test/browser');
  const hasTests =
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => /\.(spec|test)\.ts$/.test(name));
  if (hasTests && found === undefined)
    throw new Error('test/browser has tests but no playwright.config.ts');
  return hasTests ? found : null;
}

/** Runs the browser tests with the given Chromium against what is built. */
export async function runPlaywright({ config, chromium }) {
  const file = reportFile('playwright');
  const args = [bin('playwright'), 'test', '--config', config, '--reporter=list,json'];
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { code } = await runNode(args, { env });
  const report = takeReport(file);
  if (report === null)
    throw new Error(`playwright ended with exit code ${code} and left no report`);
  return withExitCode(code, countPlaywright(report));
}
