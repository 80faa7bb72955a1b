import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import process from 'node:process';
import { ROOT, fromRoot } from './project.mjs';

/** Adds up what the tests have counted: a line each, the name, a tab and a number. */
export function figuresOf(text) {
  const sums = {};
  for (const line of text.split('\n').filter(Boolean)) {
    const [what, count] = line.split('\t');
    sums[what] = (sums[what] ?? 0) + Number(count);
  }
  return Object.fromEntries(Object.entries(sums).toSorted(([a], [b]) => a.localeCompare(b)));
}

const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
};

const RESULTS = 'test/prove/results.json';

/** Writes down what `npm run prove -- full` found, of which commit, on which machine; the file is committed. */
export function writeResults(steps, figures) {
  const results = {
    commit: git('rev-parse', 'HEAD'),
    isClean: git('status', '--porcelain') === '',
    machine: {
      cores: os.availableParallelism(),
      processor: os.cpus()[0]?.model ?? 'unknown',
      memoryGb: Math.round(os.totalmem() / 1e9),
      system: `${os.type()} ${os.arch()}`,
      node: process.versions.node,
    },
    steps: steps.map(({ name, passed, failed, skipped = 0, tookMs }) => ({
      name,
      passed,
      failed,
      skipped,
      seconds: Math.round(tookMs / 1000),
    })),
    figures,
  };
  writeFileSync(fromRoot(RESULTS), `${JSON.stringify(results, null, 2)}\n`);
  console.log(`  written to ${RESULTS}`);
}
