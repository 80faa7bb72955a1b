import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { SearchBox } from './search-box.tsx';

test('a search box is 16 rem wide where there is room', () => {
  const drawn = renderToStaticMarkup(<SearchBox label="Search" value="" onChange={() => {}} />);
  // 64 units of a quarter of a rem.
  expect(drawn).toMatch(/^<div class="[^"]*\bsm:w-64"/);
});
