import process from 'node:process';
import { install } from './install.mjs';
import { endWithParent } from './parent.mjs';
import { fromRoot, requireNode } from './project.mjs';
import { runNode } from './run.mjs';

/**
 * Runs a program of the project from its source, with the command's own arguments, and ends as it does.
 *
 * @param {string} file
 */
export async function runSource(file) {
  requireNode();
  endWithParent();
  await install();
  const program = ['--import', 'tsx', fromRoot(file), ...process.argv.slice(2)];
  const { code } = await runNode(program);
  process.exitCode = code;
}
