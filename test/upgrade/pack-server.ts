// Keeps the sources of a version's server in one file, which `rolling.prove.test.ts` builds and runs beside
// the code of today: test/upgrade/README.md says how.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from './pack.ts';

/** What a server is built of, and reads. */
const SOURCES = [
  'src/server',
  'src/domain',
  'src/contract',
  'packages/localnet/src',
  'migrations',
  'help',
  'package.json',
  'docs/*.md',
  ':(exclude)*.test.ts',
];

const [, , version] = process.argv;
if (version === undefined) throw new Error('which commit?');
const folder = mkdtempSync(join(tmpdir(), 'lmt-server-'));
const archive = execFileSync('git', ['archive', version, ...SOURCES], { maxBuffer: 2 ** 28 });
execFileSync('tar', ['-x', '-C', folder], { input: archive });
await pack(`test/upgrade/servers/${version}.tar.br`, folder);
rmSync(folder, { recursive: true });
