import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { DayBadge } from './day-badge.tsx';

test('days 1 and 2 are red, 3 and 4 orange, 5 and 6 yellow, 7 blue', () => {
  const [red, orange, yellow, blue] = [25, 55, 100, 255];
  const hues = [1, 2, 3, 4, 5, 6, 7].map((day) =>
    Number(
      /color:oklch\(from var\(--red\) l c (\d+)\)/.exec(
        renderToStaticMarkup(<DayBadge day={day} />),
      )?.[1],
    ),
  );
  expect(hues).toEqual([red, red, orange, orange, yellow, yellow, blue]);
});
