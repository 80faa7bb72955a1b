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
  ['src', 'test'].flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => runnerOf(file) !== null)
      .toSorted(),
  );

/**
 * Files that a command should have run and did not.
 *
 * @param {readonly string[]} ran  paths from the root
 */
export const forgotten = (ran, command, runner) =>
  testFiles().filter(
    (file) =>
      commandsOf(file).includes(command) && runnerOf(file) === runner && !ran.includes(file),
  );

/** How each runner is told which files a command runs. */
export const VITEST_ARGS = { test: ['--exclude', '**/*.prove.test.*'], prove: ['.prove.test.'] };
export const PLAYWRIGHT_ARGS = {
  test: ['--grep-invert', String.raw`\.prove\.spec\.ts`],
  prove: [String.raw`\.(prove|both)\.spec\.ts`],
};
