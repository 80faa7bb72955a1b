import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { ROOT, type Source, madeUp, read } from '../structure/sources.ts';
import { lostNames, namesIn, requirementsIn, unshown } from './table.ts';

const TABLES = [
  'user-screens',
  'user-rules',
  'user-calls',
  'admin-screens',
  'admin-rules',
  'admin-calls',
];
const names = namesIn(read('test/spec/tests.txt'));
const all = TABLES.flatMap((table) => requirementsIn(read(`test/spec/${table}.txt`)));
const find = (file: string): Source | null =>
  existsSync(path.join(ROOT, file)) ? read(file) : null;

/** What the specs and rulings want and the product does not do yet: none may be added. */
const OPEN: readonly string[] = [];
const open = all.filter(({ ruling }) => ruling.startsWith('open: '));
const shown = all.length - open.length;

test(`of ${all.length} requirements of the specs ${shown} are shown by a test`, () => {
  expect(unshown(all, names, find)).toEqual([]);
});

test('what is open is known', () => {
  expect(open.map(({ says }) => says)).toEqual(OPEN);
});

test('each test that is named is there, under its title', () => {
  expect(lostNames(all, names, find)).toEqual([]);
});

test('no requirement stands in a section twice', () => {
  const lines = TABLES.flatMap((table) =>
    read(`test/spec/${table}.txt`)
      .text.split('\n## ')
      .flatMap((section) => {
        const [head = '', ...rest] = section.split('\n').filter((line) => line !== '');
        return rest.map((line) => `${head}: ${line}`);
      }),
  );
  expect(lines.filter((line, i) => lines.indexOf(line) < i)).toEqual([]);
});

describe('the checker of the table', () => {
  const file = madeUp('test/a.test.ts', `test('adds up', () => { expect(2).toBe('two'); });`);
  const at = (name: string): Source | null => (name === file.path ? file : null);
  const found = (line: string) =>
    unshown(
      requirementsIn(madeUp('t.txt', line)),
      namesIn(madeUp('n.txt', 'a: test/a.test.ts › adds up')),
      at,
    );

  test('lets a requirement pass whose test has its words', () => {
    expect(found('One and one is two | a | two')).toEqual([]);
    expect(found('One and one is two | a | two | ruling: counted otherwise')).toEqual([]);
  });

  test.each([
    ['One and one is two', 'no test shows'],
    ['One and one is two | b | two', 'no test shows'],
    ['One and one is two | a', 'no words are named'],
    ['One and one is two | a | three', 'does not have'],
    ['One and one is two | a | two | because', 'is no ruling'],
  ])('finds %j', (line, problem) => {
    expect(found(line)[0]).toContain(problem);
  });

  test.each([
    ['a: test/a.test.ts › adds', 'has no test'],
    ['a: test/b.test.ts › adds up', 'there is no test file'],
    ['c: test/a.test.ts › adds up', 'is used by no requirement'],
  ])('finds the name %j', (line, problem) => {
    const [first] = lostNames(
      requirementsIn(madeUp('t.txt', 'x | a | y')),
      namesIn(madeUp('n.txt', line)),
      at,
    );
    expect(first).toContain(problem);
  });
});
