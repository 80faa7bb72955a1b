import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gzipSync } from 'node:zlib';

import { expect, test } from './app.ts';

const BYTES_MAX = 100_000;

test('the first page needs at most 100 kB of JavaScript, compressed', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const scripts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
  expect(scripts.length).toBeGreaterThan(1);
  let bytes = 0;
  for (const script of scripts) {
    bytes += gzipSync(await (await request.get(script)).body()).length;
  }
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
});

test('what is packed beside a script or style is that very file', () => {
  const folder = fileURLToPath(new URL('../../dist/web/assets', import.meta.url));
  const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  expect(files.length).toBeGreaterThan(10);
  for (const name of files) {
    const packed = brotliDecompressSync(readFileSync(`${folder}/${name}.br`));
    expect(packed.equals(readFileSync(`${folder}/${name}`)), name).toBe(true);
  }
});
