import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { search } from '#contract/base/wire';

import { SearchBox } from './search-box.tsx';

test('a search box is 16 rem wide where there is room', () => {
  const drawn = renderToStaticMarkup(<SearchBox label="Search" value="" onChange={() => {}} />);
  // 64 units of a quarter of a rem.
  expect(drawn).toMatch(/^<div class="[^"]*\bsm:w-64"/);
});

test('no more can be typed or pasted than a list can be searched for', () => {
  const drawn = renderToStaticMarkup(<SearchBox label="Search" value="" onChange={() => {}} />);
  const [, most] = /maxLength="(\d+)"/.exec(drawn) ?? [];
  expect(Number(most)).toBeGreaterThan(0);
  expect(search.safeParse('a'.repeat(Number(most))).success).toBe(true);
});
