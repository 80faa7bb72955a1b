// Stryker's own runner starts vitest for each mutant, which takes a second and more; the rules are pure
// functions, so here the tests are loaded once and called again with each mutant, which takes milliseconds.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import fc from 'fast-check';
import { BUNDLES } from './bundles.mjs';

// Vitest's matchers ask for the state of its worker.
globalThis.__vitest_worker__ = { config: {} };
const { expect } = await import('vitest');

/** What the instrumented sources share with their runner. */
const stryker = (globalThis.__stryker__ ??= {});

/**
 * How long each test takes, by its id, and the files whose tests pass only once after they were loaded: the
 * process that tries them first tells the others.
 */
const TRIED = 'tried.json';

/** What a test may take: twenty times what it takes, and five seconds on a busy machine. */
const timeLimit = (tookMs) => Math.max(5_000, Math.ceil(20 * tookMs));
const caller = new vm.Script('mutationTest()');
const OVER_TIME = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Calls a test; one that loops for ever is ended, which only a script can be. */
function call(run, timeout) {
  globalThis.mutationTest = run;
  return caller.runInThisContext({ timeout });
}

/** The first failure; null when all passed. */
async function failureOf(tests, tookMs) {
  for (const { id, run } of tests) {
    try {
      await (tookMs === undefined ? run() : call(run, timeLimit(tookMs(id))));
    } catch (error) {
      return {
        id,
        message: String(error?.message ?? error),
        isOverTime: error?.code === OVER_TIME,
      };
    }
  }
  return null;
}

class DomainRunner {
  /** @type {Map<string, { id: string, name: string, file: string, run: () => unknown }>} */
  #tests = new Map();
  /** The mutants that act while a bundle loads. @type {Map<string, Record<string, number>>} */
  #whileLoading = new Map();
  /** @type {{ durations: Record<string, number>, once: string[] } | undefined} */
  #tried;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    // The same examples for each mutant, and none made smaller: only whether it fails matters.
    fc.configureGlobal({ seed: 1, endOnFailure: true });
    stryker.mutantCoverage = { static: {}, perTest: {} };
    for (const file of readdirSync(BUNDLES).toSorted()) {
      stryker.currentTestId = file;
      for (const test of await this.#load(file)) this.#tests.set(test.id, test);
      this.#whileLoading.set(file, stryker.mutantCoverage.perTest[file] ?? {});
    }
    stryker.currentTestId = undefined;
    stryker.mutantCoverage.perTest = {};
  }

  async #load(file, mutant = '') {
    const collected = { names: [], tests: [] };
    globalThis.mutationTests = { collected, expect };
    await import(`${pathToFileURL(path.resolve(BUNDLES, file)).href}?${mutant}`);
    return collected.tests.map(({ name, run }, at) => ({ id: `${file}#${at}`, name, file, run }));
  }

  async dryRun() {
    const tests = [];
    for (const test of this.#tests.values()) {
      const { id, file, name } = test;
      stryker.currentTestId = id;
      const startedMs = performance.now();
      const failure = await failureOf([test]);
      const timeSpentMs = performance.now() - startedMs;
      const outcome =
        failure === null ? { status: 0 } : { status: 1, failureMessage: failure.message };
      tests.push({ id, name: `${file} ${name}`, timeSpentMs, ...outcome });
    }
    stryker.currentTestId = undefined;
    const perTest = this.#coverage();
    const durations = Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]));
    const once = [];
    for (const test of this.#tests.values()) {
      if ((await failureOf([test])) !== null) once.push(test.file);
    }
    writeFileSync(TRIED, JSON.stringify({ durations, once }));
    return { status: 'complete', tests, mutantCoverage: { static: {}, perTest } };
  }

  /** The mutants of each test: those that it reaches, and those that act while its file loads. */
  #coverage() {
    const { perTest } = stryker.mutantCoverage;
    return Object.fromEntries(
      [...this.#tests.values()].map(({ id, file }) => [
        id,
        { ...this.#whileLoading.get(file), ...perTest[id] },
      ]),
    );
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    this.#tried ??= JSON.parse(readFileSync(TRIED, 'utf8'));
    const wanted = testFilter
      .map((id) => this.#tests.get(id))
      .toSorted((a, b) => this.#tookMs(a.id) - this.#tookMs(b.id));
    Object.assign(stryker, { hitCount: 0, hitLimit, activeMutant: activeMutant.id });
    try {
      const failure = await this.#failureWith(activeMutant.id, wanted);
      if (stryker.hitCount > hitLimit || failure?.isOverTime)
        return { status: 'timeout', reason: 'it runs on and on' };
      return failure === null
        ? { status: 'survived', nrOfTests: wanted.length }
        : {
            status: 'killed',
            killedBy: [failure.id],
            failureMessage: failure.message,
            nrOfTests: wanted.length,
          };
    } finally {
      stryker.activeMutant = undefined;
    }
  }

  #tookMs = (id) => this.#tried.durations[id] ?? 0;

  async #failureWith(mutant, wanted) {
    const loaded = [];
    const reloaded = new Set();
    for (const test of wanted) {
      const actsWhileLoading = this.#whileLoading.get(test.file)[mutant] !== undefined;
      if (actsWhileLoading || this.#tried.once.includes(test.file)) reloaded.add(test.file);
      else loaded.push(test);
    }
    const failure = await failureOf(loaded, this.#tookMs);
    if (failure !== null) return failure;
    for (const file of reloaded) {
      const first = wanted.find((test) => test.file === file).id;
      try {
        const found = await failureOf(await this.#load(file, mutant), this.#tookMs);
        if (found !== null) return { ...found, id: first };
      } catch (error) {
        return { id: first, message: `it does not load: ${error?.message ?? error}` };
      }
    }
    return null;
  }
}

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'domain', injectableClass: DomainRunner },
];
