import { describe, expect, test } from 'vitest';

import { fullFolders, longFiles, longFunctions } from './sizes.ts';
import { codeUnder, madeUp } from './sources.ts';

const sources = codeUnder('src', 'packages', 'test', 'bench', 'seed', 'scripts');

test('no file is too long', () => {
  expect(longFiles(sources)).toEqual([]);
});

test('no function is too long', () => {
  expect(longFunctions(sources)).toEqual([]);
});

test('no folder is too full', () => {
  expect(fullFolders(sources)).toEqual([]);
});

describe('the checker of sizes', () => {
  test('finds a folder of 31 source files; tests do not count', () => {
    const folder = Array.from({ length: 31 }, (_, i) => madeUp(`src/domain/f${i}.ts`, ''));
    expect(fullFolders(folder)).toHaveLength(1);
    expect(fullFolders([...folder.slice(1), madeUp('src/domain/f.test.ts', '')])).toEqual([]);
  });

  const lines = (count: number) => Array.from({ length: count }, () => 'x();').join('\n');

  test('finds a file of 301 lines, and a test of 501', () => {
    expect(longFiles([madeUp('src/domain/a.ts', lines(301))])).toHaveLength(1);
    expect(longFiles([madeUp('src/domain/a.ts', `${lines(300)}\n`)])).toEqual([]);
    expect(longFiles([madeUp('src/domain/a.test.ts', lines(501))])).toHaveLength(1);
    expect(longFiles([madeUp('src/domain/a.test.ts', lines(500))])).toEqual([]);
  });

  test.each([
    ['a declaration', (body: string) => `function long() {\n${body}\n}`],
    ['an arrow', (body: string) => `const long = () => {\n${body}\n};`],
    ['a method', (body: string) => `class A {\n  long() {\n${body}\n}\n}`],
    [
      'a component',
      (body: string) => `const Long = () => <p title={'{'}>don't {(() => {\n${body}\n})()}</p>;`,
    ],
  ])('finds %s of 71 lines', (_, around) => {
    expect(longFunctions([madeUp('src/web/a.tsx', around(lines(69)))])).not.toEqual([]);
    expect(longFunctions([madeUp('src/web/a.tsx', around(lines(68)))])).toEqual([]);
  });

  test('finds a test of 121 lines', () => {
    const told = (count: number) =>
      `describe('x', () => { test.each([1])('long', () => {\n${lines(count)}\n}); });`;
    expect(longFunctions([madeUp('src/a.test.ts', told(119))])).toHaveLength(1);
    expect(longFunctions([madeUp('src/a.test.ts', told(118))])).toEqual([]);
  });

  test('names the function', () => {
    const [found] = longFunctions([madeUp('src/a.ts', `const long = () => {\n${lines(80)}\n};`)]);
    expect(found).toBe('src/a.ts:1 long has 82 lines (at most 70)');
  });

  test.each(['describe', 'describe.skipIf(true)', 'describe.each([1])', 'describe.only'])(
    'leaves a group of tests alone: %s',
    (group) => {
      const source = madeUp('src/a.test.ts', `${group}('x', () => {\n${lines(90)}\n});`);
      expect(longFunctions([source])).toEqual([]);
    },
  );
});
