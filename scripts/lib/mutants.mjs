import { existsSync, readFileSync, rmSync } from 'node:fs';
import { bin, fromRoot } from './project.mjs';
import { runNode } from './run.mjs';
import { reportFile } from './suites.mjs';

/** The least share of mutants that the tests must notice. */
const SCORE_MIN = 0.95;
const SURVIVORS = 'test/mutation/survivors.tsv';
const CAUGHT = ['Killed', 'Timeout'];

const onOneLine = (text) => text.replaceAll(/\s+/g, ' ').trim();

/** The piece of a source between two places, which Stryker counts from 1. */
function piece(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  return lines.join('\n').slice(start.column - 1);
}

/** A mutant as a line of the list names it: no line numbers, so that it stays true when code moves. */
const nameOf = (file, source, { mutatorName, location, replacement }) =>
  [
    file.replace('src/domain/', ''),
    mutatorName,
    `${onOneLine(piece(source, location))} → ${onOneLine(replacement)}`,
  ].join('\t');

/** Reads the list: a line is file, mutator, `original → mutated` and the reason, with tabs between. */
export function listed(text) {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [file, mutator, change, reason] = line.split('\t');
      return { name: [file, mutator, change].join('\t'), reason };
    });
}

/**
 * Holds Stryker's report against the list. A line stands for one mutant: a survivor without one fails, and so
 * does a line without a reason or whose mutant is noticed by now.
 */
export function judgeMutants(report, list) {
  const left = list.map(({ name }) => name);
  const failures = list
    .filter(({ reason }) => !reason)
    .map(({ name }) => `${SURVIVORS} gives no reason: ${name}`);
  let caught = 0;
  let survived = 0;
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    for (const mutant of mutants) {
      if (CAUGHT.includes(mutant.status)) {
        caught += 1;
        continue;
      }
      survived += 1;
      const name = nameOf(file, source, mutant);
      const at = left.indexOf(name);
      if (at === -1) failures.push(`no test notices line ${mutant.location.start.line} of ${name}`);
      else left.splice(at, 1);
    }
  }
  failures.push(...left.map((name) => `${SURVIVORS} lists what tests notice by now: ${name}`));
  const score = caught / (caught + survived);
  if (!(score >= SCORE_MIN)) {
    failures.push(
      `tests notice ${(score * 100).toFixed(1)}% of the mutants, less than ${SCORE_MIN * 100}%`,
    );
  }
  return { caught, survived, failures };
}

/** Changes the rules in every small way that Stryker knows: a test must notice each change. */
export async function domainMutants() {
  const file = reportFile('mutants');
  const { code } = await runNode([bin('stryker'), 'run', 'test/mutation/stryker.config.mjs'], {
    env: { MUTATION_REPORT: file },
  });
  if (!existsSync(file)) throw new Error(`Stryker ended with exit code ${code} and left no report`);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  const list = listed(readFileSync(fromRoot(SURVIVORS), 'utf8'));
  const { caught, survived, failures } = judgeMutants(report, list);
  const outcome = { passed: caught, failed: failures.length, failures };
  return survived === 0 ? outcome : { ...outcome, skipped: survived, note: SURVIVORS };
}
