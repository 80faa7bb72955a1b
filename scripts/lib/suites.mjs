import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { findChromium } from './chromium.mjs';
import { findFaketime } from './faketime.mjs';
import { patroniMissing } from './patroni.mjs';
import { findPostgres, startPostgres } from './postgres.mjs';
import { ROOT, bin, fromRoot } from './project.mjs';
import { runNode } from './run.mjs';
import { PLAYWRIGHT_ARGS, VITEST_ARGS, missorted } from './test-files.mjs';

/** A file for one run's report: two runs in one checkout do not read each other's. */
export const reportFile = (name) => {
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

/** Each file that was to run and did not counts as one failure, and each that was not to run. */
export const withMissorted = (problems, outcome) =>
  problems.length === 0
    ? outcome
    : {
        ...outcome,
        failed: outcome.failed + problems.length,
        output: [outcome.output, ...problems].filter(Boolean).join('\n'),
      };

/** How much of a failure's message the end of a run repeats. */
const MESSAGE_LENGTH = 1_200;
// oxlint-disable-next-line no-control-regex -- a terminal's colours begin with one
const COLOURS = /\u001b\[[0-9;]*m/g;
const named = (name, message = '') =>
  `${name}\n${message}`.replace(COLOURS, '').slice(0, MESSAGE_LENGTH);

/** Counts of vitest's JSON report; a file that could not even be loaded counts as one failure. */
export function countVitest(report) {
  const unloaded = report.testResults.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => named(`${name}: ${test.fullName}`, test.failureMessages?.[0])),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...unloaded.map(({ name, message }) => named(name, message)), ...tests],
  };
}

/** The specs of a suite and of the suites within it, each with its file and title. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** Counts of Playwright's JSON report; a test that passed only on a second try counts as failed. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const specs = specsOf(report).flatMap(({ file, title, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .filter(({ error }) => error !== undefined)
      .map(({ error }) => named(`${file}: ${title}`, error.message)),
  );
  return {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    skipped,
    failures: [...report.errors.map(({ message }) => named('Playwright', message)), ...specs],
  };
}

const fromRepository = (file) => path.relative(ROOT, file).replaceAll('\\', '/');

/** Runs vitest with the given arguments, showing its output; answers its report beside the counts. */
export async function runVitest({ args, env = {} }) {
  const file = reportFile('vitest');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runNode([bin('vitest'), 'run', ...args, ...reporters], { env });
  const report = takeReport(file);
  if (report === null) throw new Error(`vitest ended with exit code ${code} and left no report`);
  const ran = report.testResults.map(({ name }) => fromRepository(name));
  return { ran, outcome: withExitCode(code, countVitest(report)) };
}

/**
 * Does the work with the address of a scratch PostgreSQL server, TEST_DATABASE_URL, where the machine has
 * one; tests that need it skip themselves where it has none.
 *
 * @param {(env: Record<string, string>, note: string | undefined) => Promise<void>} work
 */
export async function withPostgres(work) {
  const found = await findPostgres();
  if ('missing' in found) return work({}, `tests on PostgreSQL: ${found.missing}`);
  const server = await startPostgres(found.folder, { durable: false });
  try {
    return await work({ TEST_DATABASE_URL: server.url }, undefined);
  } finally {
    await server.stop();
  }
}

/** What tests need that run servers of their own: PostgreSQL's programs, Patroni with etcd, and libfaketime. */
export async function failoverPrograms() {
  const found = await findPostgres();
  if ('missing' in found) return { env: {} };
  const missing = await patroniMissing();
  const faketime = await findFaketime();
  const env = { TEST_POSTGRES_BIN: found.folder };
  if (missing === null) env.TEST_PATRONI = 'on';
  if ('library' in faketime) env.TEST_FAKETIME = faketime.library;
  const notes = [
    missing === null ? [] : `tests of a fail-over: ${missing}`,
    'library' in faketime ? [] : `test of a wrong clock: ${faketime.missing}`,
  ].flat();
  return notes.length === 0 ? { env } : { env, note: notes.join('; ') };
}

/** A command's tests without a browser. */
export async function unitTests(command, env = {}) {
  const { ran, outcome } = await runVitest({
    args: VITEST_ARGS[command],
    env: { ...env, SUITE: command },
  });
  return withMissorted(missorted(ran, command, 'vitest'), outcome);
}

/** The tests of `npm test` that reach a database, once more, with none but the embedded one. */
export async function embeddedTests() {
  const args = ['src/server/', 'test/', '--project', 'app'];
  return (await runVitest({ args, env: { TEST_DATABASE_URL: undefined, SUITE: 'test' } })).outcome;
}

/** A command's tests in a browser, against what is built, on PostgreSQL where `env` has its address. */
export async function browserTests(command, env = {}) {
  const chromium = await findChromium();
  if ('missing' in chromium) return { passed: 0, failed: 0, skipped: 1, note: chromium.missing };
  const file = reportFile('playwright');
  const args = [bin('playwright'), 'test', ...PLAYWRIGHT_ARGS[command], '--reporter=list,json'];
  const { code } = await runNode(args, {
    env: { ...env, CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const report = takeReport(file);
  if (report === null)
    throw new Error(`playwright ended with exit code ${code} and left no report`);
  const { rootDir } = report.config;
  const ran = report.suites.map((suite) => fromRepository(path.join(rootDir, suite.file)));
  const outcome = withExitCode(code, countPlaywright(report));
  return withMissorted(missorted(ran, command, 'playwright'), outcome);
}
