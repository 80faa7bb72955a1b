import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. Every command runs there, whatever folder it was called from. */
export const ROOT = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));

export const fromRoot = (...parts) => path.join(ROOT, ...parts);

const BINS = {
  knip: 'knip/bin/knip.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  stryker: '@stryker-mutator/core/bin/stryker.js',
  tsc: 'typescript/bin/tsc',
  tsx: 'tsx/dist/cli.mjs',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
};

/** The script behind a package's command, so that no shell and no npx stands between. */
export const bin = (name) => fromRoot('node_modules', BINS[name]);

const NODE_MIN = [20, 19];

/** Whether a version such as 20.19.0 is new enough for the toolchain. */
export function isNodeEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
}

/** Ends with one line on a Node that is too old. */
export function requireNode() {
  if (isNodeEnough(process.versions.node)) return;
  console.error(`LMT needs Node ${NODE_MIN.join('.')} or later; this is ${process.version}.`);
  process.exit(1);
}
