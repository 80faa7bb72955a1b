import { availableParallelism } from 'node:os';
import { bin } from './project.mjs';
import { runNode } from './run.mjs';

/** For each of the two tools that check types: every thread computes the same types again. */
const THREADS = String(Math.max(1, Math.floor(availableParallelism() / 2)));

/** The checks that read the sources without running them; each counts as one. */
const STATIC_CHECKS = [
  { name: 'types', args: [bin('tsc'), '-b', '--pretty', 'false', '--checkers', THREADS] },
  { name: 'lint', args: [bin('oxlint'), '--deny-warnings'], env: { GOMAXPROCS: THREADS } },
  { name: 'format', args: [bin('oxfmt'), '--check'], hint: 'npm run format puts it right' },
  {
    name: 'unused files and exports',
    args: [bin('knip'), '--no-progress', '--treat-config-hints-as-errors'],
  },
];
const ONLY_TESTS_USE = {
  name: 'what only tests use',
  args: [bin('knip'), '--no-progress', '--production'],
};

const checkWith = (tally, { name, args, env = {}, hint }) =>
  tally.step(name, async () => {
    const { code, output } = await runNode(args, { env, quiet: true, timeoutMs: 600_000 });
    if (code === 0) return { passed: 1, failed: 0 };
    return { passed: 0, failed: 1, output: hint === undefined ? output : `${output}\n${hint}` };
  });

/** Adds the static checks of `npm test` to the tally; they run side by side. */
export async function runStaticChecks(tally) {
  await Promise.all(STATIC_CHECKS.map((check) => checkWith(tally, check)));
}

/** Adds the check for what ships and only tests use. */
export const findWhatOnlyTestsUse = (tally) => checkWith(tally, ONLY_TESTS_USE);
