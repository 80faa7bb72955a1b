import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PLANTED } from './planted.ts';

// The defects are planted in `npm run prove -- full` alone: a text that changed would be missed till then.
test.each(PLANTED)('$name: can be planted', ({ file, find }) => {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  expect(readFileSync(path, 'utf8').split(find)).toHaveLength(2);
});
