// Keeps the server of a version in one file, which `rolling.prove.test.ts` runs beside the code of today:
// test/upgrade/README.md says how.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';
// @ts-expect-error -- the project's scripts are plain JavaScript
import { UNBUNDLED } from '../../scripts/lib/build.mjs';
import { pack } from './pack.ts';

/** What a server reads besides its code. */
const READ = ['migrations', 'help', 'package.json', 'docs/RUNBOOKS.md'];

const [, , version, checkout] = process.argv;
if (version === undefined || checkout === undefined) throw new Error('which version, and where?');
const folder = mkdtempSync(join(tmpdir(), 'lmt-server-'));
await build({
  cwd: resolve(checkout),
  input: 'src/server/main.ts',
  platform: 'node',
  external: (id) => (UNBUNDLED as RegExp).test(id),
  output: { file: join(folder, 'main.mjs'), format: 'esm', codeSplitting: false, minify: true },
  logLevel: 'warn',
});
for (const name of READ) {
  const path = join(checkout, name);
  if (existsSync(path)) cpSync(path, join(folder, name), { recursive: true });
}
await pack(`test/upgrade/servers/${version}.tar.br`, folder);
rmSync(folder, { recursive: true });
