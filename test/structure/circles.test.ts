import { describe, expect, test } from 'vitest';

import { fileCircles, folderCircles } from './circles.ts';
import { codeUnder, madeUp } from './sources.ts';

test.each([
  'src/server/',
  'src/server/kernel/',
  'src/contract/',
  'src/domain/',
  'src/web/',
  'src/web/kernel/',
  'src/web/kernel/ui/',
])('no circle among the folders of %s', (room) => {
  expect(folderCircles(codeUnder(room.slice(0, -1)), room)).toEqual([]);
});

test.each(['src/contract/', 'src/web/'])('no circle among the files of %s', (room) => {
  expect(fileCircles(codeUnder(room.slice(0, -1)), room)).toEqual([]);
});

describe('the checker of circles', () => {
  const file = (name: string, ...imports: string[]) =>
    madeUp(`src/room/${name}`, imports.map((to) => `import { x } from '${to}';`).join('\n'));

  test('finds a circle of three folders, and tells it once', () => {
    const circle = [
      file('a/one.ts', '../b/one.ts'),
      file('b/two.ts', '../c/one.ts', './one.ts'),
      file('c/one.ts', '../a/two.ts'),
    ];
    expect(folderCircles(circle, 'src/room/')).toEqual([
      'src/room/a/one.ts → src/room/b/one.ts, src/room/b/two.ts → src/room/c/one.ts, src/room/c/one.ts → src/room/a/two.ts',
    ]);
  });

  test('finds a file that re-exports one which takes a type back', () => {
    const circle = [
      madeUp('src/room/bonds.ts', "export { present } from './present/bond.ts';"),
      madeUp('src/room/present/bond.ts', "import type { Bond } from '../bonds.ts';"),
    ];
    expect(fileCircles(circle, 'src/room/')).toEqual([
      'src/room/bonds.ts → src/room/present/bond.ts, src/room/present/bond.ts → src/room/bonds.ts',
    ]);
    expect(fileCircles(circle.slice(1), 'src/room/')).toEqual([]);
  });

  test('leaves arrows one way, other rooms and tests alone', () => {
    const straight = [
      file('a/one.ts', '../b/one.ts', '../../other/one.ts'),
      file('b/one.test.ts', '../a/one.ts'),
      file('index.ts', './a/one.ts'),
      madeUp('src/other/one.ts', "import { x } from '../room/a/one.ts';"),
    ];
    expect(folderCircles(straight, 'src/room/')).toEqual([]);
  });
});
