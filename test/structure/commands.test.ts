import { describe, expect, test } from 'vitest';

// @ts-expect-error plain JavaScript: it runs before anything is installed
import { sameTree } from '../../scripts/lib/install.mjs';
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
    expect(sameTree(locked, a)).toBe(true);
    expect(sameTree(locked, {})).toBe(false);
    expect(sameTree(locked, { 'node_modules/a': { version: '1.0.1' } })).toBe(false);
    expect(sameTree(locked, { ...a, 'node_modules/c': { version: '1.0.0' } })).toBe(false);
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
