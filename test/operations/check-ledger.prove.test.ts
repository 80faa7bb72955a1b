import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lmt-check-ledger-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const DATA_DIR = join(folder, 'none');

for (const [what, env, reason] of [
  ['a folder without a database', { DATA_DIR }, /holds no database: DATA_DIR says which/],
  ['a server that is not there', { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, /does not answer/],
  ['a wrong variable', { DATABASE_URL: 'nonsense' }, /^[^:]+: DATABASE_URL must be an address/],
] as const) {
  test(`${what} is reported in one line, without side effects`, { timeout: 60_000 }, () => {
    const { PATH = '', HOME = '' } = process.env;
    const args = ['--import', 'tsx', 'src/server/commands/check-ledger.ts'];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: ROOT,
      env: { PATH, HOME, ...env },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(reason) });
    expect(stderr).toMatch(/^The ledger could not be checked: .+\n$/);
    expect(existsSync(DATA_DIR)).toBe(false);
  });
}
