import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { randomKeypair } from '#localnet/keypair';
import { get, post, rpc, startServer } from '#test/nodes/server';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lmt-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function command(name: 'backup' | 'restore', file: string, env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  const args = ['--import', 'tsx', 'src/server/commands/backup.ts', name, file];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

test(
  'a backup restores everything to the lamport in another folder',
  { timeout: 240_000 },
  async () => {
    const DATA_DIR = join(folder, 'data');
    const file = join(folder, 'backups', 'lmt.tar.gz');
    const first = startServer({ DATA_DIR });
    const { address: to } = randomKeypair();
    const address = await first.address;
    const { wallets } = await get<{ wallets: object[] }>(address, '/api/local');
    const given = await post(address, '/api/local/airdrop', { walletAddress: to, sol: '1.5' });
    expect(given.status).toBe(200);
    const refused = command('backup', file, { DATA_DIR });
    expect(refused).toEqual({
      status: 1,
      said: expect.stringMatching(/^\S+ is in use by another process: .+\n$/),
    });
    expect(existsSync(file)).toBe(false);
    first.process.kill('SIGTERM');
    await first.ended;
    expect(command('backup', file, { DATA_DIR })).toMatchObject({ status: 0 });
    // It contains keys.
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(command('backup', file, { DATA_DIR })).toEqual({
      status: 1,
      said: `${file} is there already\n`,
    });

    expect(command('restore', file, { DATA_DIR })).toEqual({
      status: 1,
      said: expect.stringMatching(/ is not empty: move it away first/),
    });
    const elsewhere = join(folder, 'elsewhere');
    expect(command('restore', file, { DATA_DIR: elsewhere })).toEqual({
      status: 0,
      said: expect.stringMatching(/The ledger is sound\.\n$/),
    });
    const second = startServer({ DATA_DIR: elsewhere });
    const again = await second.address;
    expect(await get(again, '/api/local')).toMatchObject({ wallets });
    expect(await rpc(again, 'getBalance', to, { commitment: 'processed' })).toBe(1_500_000_000);
    second.process.kill('SIGTERM');
    await second.ended;
  },
);

test('restoring a file that is no backup, or into PostgreSQL, is refused in one line', () => {
  const DATA_DIR = join(folder, 'none');
  const file = join(folder, 'other.tar.gz');
  writeFileSync(file, 'something else');
  for (const [env, said] of [
    [{ DATA_DIR }, /^tar failed: /],
    [{ DATA_DIR, DATABASE_URL: 'postgres://x@127.0.0.1/x' }, /pg_basebackup/],
  ] as const) {
    expect(command('restore', file, env)).toEqual({ status: 1, said: expect.stringMatching(said) });
  }
  expect(command('backup', join(folder, 'new.tar.gz'), { DATA_DIR })).toEqual({
    status: 1,
    said: expect.stringMatching(/holds no database/),
  });
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('a backup in progress is readable only by its owner', () => {
  const [DATA_DIR, bin, seen] = ['kept', 'bin', 'seen'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(join(DATA_DIR, 'database'), { recursive: true });
  mkdirSync(bin);
  const { PATH = '' } = process.env;
  const tar = `#!/bin/sh\nPATH='${PATH}'; tar "$@" && ls -l "$4" > '${seen}'\n`;
  writeFileSync(join(bin, 'tar'), tar, { mode: 0o755 });
  const file = join(folder, 'kept.tar.gz');
  expect(command('backup', file, { DATA_DIR, PATH: `${bin}:${PATH}` })).toMatchObject({
    status: 0,
  });
  expect(readFileSync(seen, 'utf8')).toMatch(/^-rw------- /);
});
