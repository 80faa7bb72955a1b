import { readdirSync } from 'node:fs';
import { fromRoot } from './project.mjs';

/**
 * The two commands that run tests. The name of a file says which one runs it: `npm run prove` what is
 * named `*.prove.test.ts` or `*.prove.spec.ts`, both commands what is named `*.both.spec.ts`, and
 * `npm test` every other test.
 *
 * @typedef {'test' | 'prove'} Command
 */

/** @returns {readonly Command[]} */
export function commandsOf(file) {
  if (/\.prove\.(test|spec)\.tsx?$/.test(file)) return ['prove'];
  return file.endsWith('.both.spec.ts') ? ['test', 'prove'] : ['test'];
}

/** The runner of a test file: Playwright's tests are called `.spec`, and lie in test/browser. */
export const runnerOf = (file) => {
  if (/\.test\.tsx?$/.test(file)) return 'vitest';
  return /\.spec\.tsx?$/.test(file) ? 'playwright' : null;
};

/** Every test file of the repository, as a path from its root with forward slashes. */
export const testFiles = () =>
  ['packages', 'src', 'test'].flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => runnerOf(file) !== null && !file.includes('/node_modules/'))
      .toSorted(),
  );

/**
 * What is wrong with the files that a command ran: some are forgotten, or another command's.
 *
 * @param {readonly string[]} ran  paths from the root
 */
export function missorted(ran, command, runner) {
  const own = testFiles().filter(
    (file) => commandsOf(file).includes(command) && runnerOf(file) === runner,
  );
  return [
    ...own.filter((file) => !ran.includes(file)).map((file) => `${file} did not run`),
    ...ran.filter((file) => !own.includes(file)).map((file) => `${file} is not for this command`),
  ];
}

/** How each runner is told which files a command runs: vitest.config.ts reads SUITE. */
export const VITEST_ARGS = { test: [], prove: ['.prove.test.'] };
export const PLAYWRIGHT_ARGS = {
  test: ['--grep-invert', String.raw`\.prove\.spec\.ts`],
  prove: [String.raw`\.(prove|both)\.spec\.ts`],
};
