import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

// @ts-expect-error plain JavaScript: it runs before anything is installed
import { PROGRAMS } from '../../scripts/lib/build.mjs';
// @ts-expect-error plain JavaScript
import { sameTree } from '../../scripts/lib/install.mjs';
// @ts-expect-error plain JavaScript
import { judgeMutants, listed } from '../../scripts/lib/mutants.mjs';
// @ts-expect-error plain JavaScript
import { isNodeEnough } from '../../scripts/lib/project.mjs';
// @ts-expect-error plain JavaScript
import { countPlaywright, countVitest, withMissorted } from '../../scripts/lib/suites.mjs';
// @ts-expect-error plain JavaScript
import { closingLine, settle } from '../../scripts/lib/tally.mjs';
// @ts-expect-error plain JavaScript
import { commandsOf, missorted, runnerOf, testFiles } from '../../scripts/lib/test-files.mjs';
import { filesUnder, isTest } from './sources.ts';

describe('the commands', () => {
  test('refuse a Node that is too old', () => {
    const versions = ['18.20.0', '20.18.3', '20.19.0', '22.0.0'];
    expect(versions.map((version) => isNodeEnough(version))).toEqual([false, false, true, true]);
  });

  test('install again when the tree differs from the lock file', () => {
    const locked = {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', optional: true },
      'node_modules/own': { link: true },
      'packages/own': { version: '1.0.0' },
    };
    const a = { 'node_modules/a': { version: '1.0.0' } };
    expect(sameTree(locked, a, true)).toBe(true);
    expect(sameTree(locked, {}, true)).toBe(false);
    expect(sameTree(locked, { 'node_modules/a': { version: '1.0.1' } }, true)).toBe(false);
    expect(sameTree(locked, { ...a, 'node_modules/c': { version: '1.0.0' } }, true)).toBe(false);
    const tested = { ...locked, 'node_modules/t': { version: '1.0.0', dev: true } };
    expect([true, false].map((withTests) => sameTree(tested, a, withTests))).toEqual([false, true]);
    expect(sameTree(tested, { ...a, 'node_modules/t': { version: '1.0.1' } }, false)).toBe(false);
  });

  test('that the runbooks name are in the image, as OPERATIONS says', () => {
    const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const named = read('docs/RUNBOOKS.md').matchAll(/`npm run ([\w:]+)/g);
    const ofRunbooks = new Set([...named].map(([, command = '']) => command.replace(':', '-')));
    const ofEmbedded = ['backup', 'restore'];
    const inImage = [...ofRunbooks].filter((command) => !ofEmbedded.includes(command));
    const programs = PROGRAMS.map((program: string) => path.basename(program));
    expect(['main', ...inImage].toSorted()).toEqual(programs.toSorted());
    for (const each of inImage) {
      expect(read('docs/OPERATIONS.md')).toContain(`dist/server/${each}.js`);
    }
  });

  test('close with one line of counts', () => {
    expect(closingLine({ passed: 3, failed: 0 })).toBe('3 passed, 0 failed');
    expect(closingLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });

  test('count a step in which nothing ran as failed', () => {
    expect(settle({ passed: 0, failed: 0 })).toMatchObject({ failed: 1 });
    expect(settle({ passed: 0, failed: 0, skipped: 1 })).toMatchObject({ failed: 0 });
  });

  test('count a test file that does not load as failed', () => {
    const report = {
      numPassedTests: 2,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 0,
      testResults: [
        { name: 'a.test.ts', status: 'failed', assertionResults: [], message: 'no such module' },
        {
          name: 'b.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'failed', fullName: 'adds', failureMessages: ['3 is not 4'] },
          ],
        },
        { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    };
    const failures = ['a.test.ts\nno such module', 'b.test.ts: adds\n3 is not 4'];
    expect(countVitest(report)).toEqual({ passed: 2, failed: 2, skipped: 1, failures });
  });

  test('count a browser test that needed a second try as failed', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
    const error = { message: '\u001B[31mnot visible\u001B[39m' };
    const tests = [{ results: [{ error }, {}] }];
    const suites = [{ suites: [{ specs: [{ file: 'a.spec.ts', title: 'opens', tests }] }] }];
    const failures = ['a.spec.ts: opens\nnot visible'];
    expect(countPlaywright({ stats, errors: [], suites })).toEqual({
      passed: 4,
      failed: 2,
      skipped: 2,
      failures,
    });
  });
});

describe('the mutants of the rules', () => {
  const source = 'const a =\n  b > c;\n';
  const location = { start: { line: 2, column: 3 }, end: { line: 2, column: 8 } };
  const survivor = { mutatorName: 'EqualityOperator', replacement: 'b >=\n c', location };
  const report = (...statuses: string[]) => ({
    files: {
      'src/domain/base/a.ts': {
        source,
        mutants: statuses.map((status) => ({ ...survivor, status })),
      },
    },
  });
  const killed = Array.from({ length: 38 }, () => 'Killed');
  const line = 'base/a.ts\tEqualityOperator\tb > c → b >= c';

  test('may survive with a reason, one to a line', () => {
    const list = listed(`# file, mutator, change, reason\n${line}\tb is never c\n`);
    expect(judgeMutants(report(...killed, 'Survived', 'Timeout'), list)).toEqual({
      caught: 39,
      survived: 1,
      failures: [],
    });
    const two = judgeMutants(report(...killed, 'Survived', 'NoCoverage'), list);
    expect(two.failures).toEqual([`no test notices line 2 of ${line}`]);
  });

  test('are not listed without a reason, nor once a test notices them', () => {
    expect(judgeMutants(report(...killed, 'Survived'), listed(line)).failures).toHaveLength(1);
    expect(judgeMutants(report(...killed), listed(`${line}\tb is never c`)).failures).toEqual([
      `test/mutation/survivors.tsv lists what tests notice by now: ${line}`,
    ]);
  });

  test('are noticed to 95 percent, however many have a reason', () => {
    const list = listed(`${line}\tone\n${line}\ttwo\n${line}\tthree`);
    const { failures } = judgeMutants(report(...killed, 'Survived', 'Survived', 'Survived'), list);
    expect(failures).toEqual(['tests notice 92.7% of the mutants, less than 95%']);
  });
});

describe('each test file is run by a command', () => {
  const found = testFiles() as string[];

  test('which one, its name says', () => {
    expect(commandsOf('test/killed/payment.prove.test.ts')).toEqual(['prove']);
    expect(commandsOf('test/browser/chain/screens.prove.spec.ts')).toEqual(['prove']);
    expect(commandsOf('test/browser/admin/gate.both.spec.ts')).toEqual(['test', 'prove']);
    expect(commandsOf('test/bonds/payments.test.ts')).toEqual(['test']);
    expect(commandsOf('src/web/ui/prove.test.tsx')).toEqual(['test']);
  });

  test('none lies where no runner looks', () => {
    expect(filesUnder('').filter(isTest)).toEqual(found);
    const astray = found.filter(
      (file) => (runnerOf(file) === 'playwright') !== file.startsWith('test/browser/'),
    );
    expect(astray).toEqual([]);
  });

  test('one that was to run and did not counts as failed, and one that was not to', () => {
    const own = found.filter(
      (file) => commandsOf(file).includes('prove') && runnerOf(file) === 'vitest',
    );
    expect(own.length).toBeGreaterThan(5);
    expect(missorted(own, 'prove', 'vitest')).toEqual([]);
    const [first, ...others] = own;
    const stray = 'test/bonds/payments.test.ts';
    const problems = missorted([...others, stray], 'prove', 'vitest');
    expect(problems).toEqual([`${first} did not run`, `${stray} is not for this command`]);
    expect(withMissorted(problems, { passed: 3, failed: 0 })).toEqual({
      passed: 3,
      failed: 2,
      output: problems.join('\n'),
    });
  });
});
