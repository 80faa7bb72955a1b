import process from 'node:process';

/**
 * What one step found. `note` says why something was skipped; `output` is shown when it failed;
 * `failures` are named once more at the end, where a reader of a long log looks.
 *
 * @typedef {{ passed: number, failed: number, skipped?: number, note?: string, output?: string, failures?: string[] }} Outcome
 */

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** The closing line, e.g. `12 passed, 0 failed` or `12 passed, 0 failed, 1 skipped`. */
export function closingLine({ passed, failed, skipped = 0 }) {
  const line = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}

/** A step that broke, or ran nothing where something had to run, counts as one failure. */
export function settle(outcome) {
  const ran = outcome.passed + outcome.failed + (outcome.skipped ?? 0);
  return ran === 0 ? { ...outcome, failed: 1, output: outcome.output ?? 'no test ran' } : outcome;
}

/** Runs steps, says how each went, and adds up what they found. */
export class Tally {
  #started = Date.now();
  #steps = [];

  /**
   * @param {string} name
   * @param {() => Promise<Outcome>} work  one that throws has failed
   * @returns {Promise<boolean>} whether nothing failed
   */
  async step(name, work) {
    const started = Date.now();
    console.log(`▸ ${name}`);
    let outcome;
    try {
      outcome = settle(await work());
    } catch (error) {
      outcome = {
        passed: 0,
        failed: 1,
        output: error instanceof Error ? error.message : String(error),
      };
    }
    const tookMs = Date.now() - started;
    this.#steps.push({ name, tookMs, ...outcome });
    if (outcome.failed > 0 && outcome.output) console.log(outcome.output.trimEnd());
    const mark = outcome.failed > 0 ? '✗' : '✓';
    const note = outcome.note === undefined ? '' : ` (skipped: ${outcome.note})`;
    console.log(`${mark} ${name}: ${closingLine(outcome)}${note}, ${seconds(tookMs)}`);
    return outcome.failed === 0;
  }

  /** What the steps found, in their order. */
  get steps() {
    return this.#steps;
  }

  /** Prints the table and the closing line, and sets the exit code. */
  close() {
    const total = { passed: 0, failed: 0, skipped: 0 };
    console.log('');
    for (const failure of this.#steps.flatMap((step) => step.failures ?? [])) {
      console.log(`✗ ${failure.trimEnd()}\n`);
    }
    for (const step of this.#steps) {
      total.passed += step.passed;
      total.failed += step.failed;
      total.skipped += step.skipped ?? 0;
      const mark = step.failed > 0 ? '✗' : '✓';
      console.log(
        `  ${mark} ${step.name.padEnd(28)} ${closingLine(step)}, ${seconds(step.tookMs)}`,
      );
    }
    console.log(`  ${seconds(Date.now() - this.#started)} in all\n`);
    process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
    console.log(closingLine(total));
  }
}
