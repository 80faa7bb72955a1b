import { describe, expect, test } from 'vitest';

import { fileCircles } from './circles.ts';
import { codeUnder, madeUp } from './sources.ts';

describe('the files of the contract', () => {
  test('import each other in no circle', () => {
    expect(fileCircles('src/contract/', codeUnder('src/contract'))).toEqual([]);
  });
});

describe('the finder of circles', () => {
  const file = (name: string, ...imported: string[]) =>
    madeUp(`src/a/${name}.ts`, imported.map((to) => `import type { X } from '${to}';`).join('\n'));

  test('finds a circle of types through a third file', () => {
    const files = [file('one', './two.ts'), file('two', './three.ts'), file('three', './one.ts')];
    expect(fileCircles('src/a/', files)).toContain(
      'src/a/one.ts → src/a/two.ts → src/a/three.ts → src/a/one.ts',
    );
    expect(fileCircles('src/a/', files.slice(1))).toEqual([]);
  });

  test('finds a re-export of a file that takes a type back', () => {
    const bonds = madeUp('src/a/bonds.ts', "export { presentBond } from './present/bond.ts';");
    expect(fileCircles('src/a/', [bonds, file('present/bond', '../bonds.ts')])).toHaveLength(2);
  });

  test('does not count what lies outside of the folder', () => {
    expect(fileCircles('src/b/', [file('one', './two.ts'), file('two', './one.ts')])).toEqual([]);
  });
});
