import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { tries } from '#test/prove/effort';
import { canMakeDisk, smallDisk } from '#test/support/disk';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Files that `npm start` needs before packages are installed. */
const CLONED = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'scripts',
  'packages/localnet/package.json',
  'packages/proof/package.json',
];

function clonedInto(folder: string): string {
  for (const name of CLONED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  return folder;
}

function clone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lmt-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return clonedInto(folder);
}

/** Runs `npm start` in a folder; of the environment only the program paths are passed. */
function started(cwd: string, env: Record<string, string> = {}, options: readonly string[] = []) {
  const { PATH = '', HOME = '' } = process.env;
  const args = [...options, join(cwd, 'scripts/start.mjs')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: { PATH, HOME, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** A progress sign every ten seconds. */
const INSTALLING = expect.stringMatching(
  /^Installing packages \(once; about a minute\)\n( {2}… \d+ s\n)*$/,
) as string;

test('an old Node version is reported in one line, before anything else', () => {
  const old = `Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } });
    Object.defineProperty(process, 'version', { value: 'v18.20.4' });`;
  const pretended = ['--import', `data:text/javascript,${encodeURIComponent(old)}`];
  expect(started(ROOT, {}, pretended)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'LMT needs Node 20.19 or later; this is v18.20.4.\n',
  });
});

// Only in full runs, because npm retries for long.
test.skipIf(tries(0, 1) === 0)(
  'a missing network is reported in one line',
  { timeout: 300_000 },
  () => {
    const folder = clone();
    const npm = {
      npm_config_registry: 'http://127.0.0.1:1/',
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
      npm_config_update_notifier: 'false',
    };
    expect(started(folder, npm)).toEqual({
      status: 1,
      stdout: INSTALLING,
      stderr:
        'The packages cannot be installed: npm does not reach its registry (ECONNREFUSED). The first start needs a network.\n',
    });
  },
);

/** Fake npm that writes packages until the disk is full, and reports it like npm. */
const GREEDY = `
  import { appendFileSync, mkdirSync } from 'node:fs';
  mkdirSync('node_modules');
  try {
    for (;;) appendFileSync('node_modules/package', Buffer.alloc(65_536));
  } catch (error) {
    console.error('npm error code ' + error.code);
    console.error('npm error nospc There appears to be insufficient space on your system to finish.');
    process.exit(1);
  }
`;

test.skipIf(!canMakeDisk())('a full disk is reported in one line', () => {
  const disk = smallDisk(16);
  onTestFinished(disk.remove);
  const folder = clonedInto(disk.path);
  writeFileSync(join(folder, 'greedy.mjs'), GREEDY);
  expect(started(folder, { npm_execpath: join(folder, 'greedy.mjs') })).toEqual({
    status: 1,
    stdout: INSTALLING,
    stderr: `The disk is full: free some space where ${folder} lies, and start again.\n`,
  });
});
