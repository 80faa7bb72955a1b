import { readdirSync } from 'node:fs';
import { fromRoot } from './project.mjs';

/**
 * The two commands that run tests. The name of a file says which one runs it: `npm run prove` what is
 * named `*.prove.test.ts` or `*.prove.spec.ts`, `npm test` every other test.
 *
 * @typedef {'test' | 'prove'} Command
 */

const PROOF = /\.prove\.(test|spec)\.tsx?$/;

/** @returns {Command} */
export const commandOf = (file) => (PROOF.test(file) ? 'prove' : 'test');

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
    (file) => commandOf(file) === command && runnerOf(file) === runner && !ran.includes(file),
  );
