import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PLANTED, PLANTED_IN_FULL } from './planted.ts';

// `npm run prove` plants the defects. This test finds a changed source text earlier, in `npm test`.
test.each([...PLANTED, ...PLANTED_IN_FULL])('$name: can be planted', ({ file, find }) => {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  expect(readFileSync(path, 'utf8').split(find)).toHaveLength(2);
});
