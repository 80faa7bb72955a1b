import { rmSync } from 'node:fs';
import { afterAll } from 'vitest';
import { bundleFile } from './bundle-file.ts';

/**
 * A program in one file: one that is started often takes half the time so. To be called while a test
 * file is loaded: the bundle is gone when that is done.
 */
export async function bundled(program: URL): Promise<string> {
  const file = await bundleFile(program);
  afterAll(() => rmSync(file, { force: true }));
  return file;
}
