// Builds the published package before `npm pack`: plain JavaScript with types.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = path.resolve(HERE, '../..');
/** Output folder of `tsc -b` declarations. */
const TYPES = path.join(ROOT, 'node_modules/.cache/tsc/localnet/packages/localnet/src');
const out = path.resolve(process.argv[2] ?? path.join(HERE, 'dist'));

const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-b', HERE], { stdio: 'inherit' });
rmSync(out, { recursive: true, force: true });
await build({
  cwd: HERE,
  input: { index: 'src/index.ts', cli: 'src/cli.ts' },
  platform: 'node',
  // Dependencies stay external.
  external: (id) => !/^[./]/.test(id) && !path.isAbsolute(id),
  output: {
    dir: out,
    format: 'esm',
    banner: ({ name }) => (name === 'cli' ? '#!/usr/bin/env node' : ''),
  },
  logLevel: 'warn',
});
cpSync(TYPES, path.join(out, 'types'), {
  recursive: true,
  filter: (file) => !/\.map$|\.tsbuildinfo$/.test(file),
});
