import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PLANTED, PLANTED_IN_FULL } from './planted.ts';

// `npm run prove` plants the defects; this test detects a changed source text earlier, in `npm test`.
test.each([...PLANTED, ...PLANTED_IN_FULL])(
  'planted defect can be applied to its source: $name',
  ({ file, find }) => {
    const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
    expect(readFileSync(path, 'utf8').split(find)).toHaveLength(2);
  },
);
