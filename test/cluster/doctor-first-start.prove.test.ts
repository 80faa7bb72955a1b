import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { randomKeypair } from '#localnet/keypair';
import { lockFolder } from '#localnet/lock';
import { examine } from '#server/commands/doctor/examine';
import { lineOf } from '#server/start/start-finding';
import { serverKey } from '#server/kernel/db/server-keys';
import { startStub } from '#test/chain/stub-provider';
import { freshPglite, freshPostgres } from '#test/databases';
import { bundled } from '#test/support/bundle';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCTOR = await bundled(new URL('../../src/server/commands/doctor.ts', import.meta.url));
const SERVER = process.env['TEST_DATABASE_URL'];
const GENESIS = randomKeypair().address;

const folder = mkdtempSync(join(tmpdir(), 'lmt-doctor-'));
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** Findings for a local network with these variables, before its first start. */
async function findingsOf(env: Record<string, string>): Promise<string> {
  const tools = { lock: lockFolder, migrations: join(ROOT, 'migrations'), walletsIn: () => [] };
  const findings = await examine({ DATA_DIR: join(folder, 'none-yet'), ...env }, tools);
  return `${findings.map(lineOf).join('\n')}\n`;
}

test('reports a data folder that cannot be created, for the database and the local network', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const places = process.platform === 'linux' ? [file, join(file, 'x'), '/proc/lmt'] : [file];
  for (const DATA_DIR of places) {
    expect(await findingsOf({ DATA_DIR })).toMatch(
      /^fail +database +embedded, in .+, and cannot be made \(E\w+: .+\): set DATA_DIR to/m,
    );
  }
  expect(await findingsOf({ DATA_DIR: file })).toMatch(
    /^fail +local network +cannot be made \(E\w+: .+\): set DATA_DIR to/m,
  );
});

test.skipIf(SERVER === undefined)(
  'accepts an empty PostgreSQL, which the first start fills',
  async () => {
    const stored = await freshPostgres(SERVER ?? '');
    closers.push(() => stored.close());
    await stored.database.exec('drop schema public cascade; create schema public');
    const lines = await findingsOf({ DATABASE_URL: stored.url ?? '' });
    expect(lines).toMatch(/^ok +database +PostgreSQL: answers$/m);
    expect(lines).toMatch(/^ok +migrations +empty: the first start creates the schema$/m);
  },
);

test('reports that payouts are off on a chain without nonces, with the reason', async () => {
  const DATA_DIR = join(folder, 'without-nonces');
  mkdirSync(DATA_DIR);
  const stored = await freshPglite(join(DATA_DIR, 'database'));
  await serverKey(stored.database, 'nonce-authority');
  await stored.close();
  let lamports = 43_000_000;
  const context = { slot: 1 };
  const answers: Record<string, () => unknown> = {
    getGenesisHash: () => GENESIS,
    getBalance: () => ({ context, value: lamports }),
    getMinimumBalanceForRentExemption: () => 1_447_680,
    getLatestBlockhash: () => ({
      context,
      value: { blockhash: GENESIS, lastValidBlockHeight: 150 },
    }),
    simulateTransaction: () => ({
      context,
      value: { err: { InstructionError: [2, 'UnsupportedSysvar'] } },
    }),
  };
  const provider = await startStub(({ method, params }) => {
    const [accounts] = params;
    if (method !== 'getMultipleAccounts') return { result: answers[method]?.() ?? null };
    return { result: { context, value: (accounts as unknown[]).map(() => null) } };
  });
  closers.push(() => provider.close());
  const env = {
    DATA_DIR,
    SOLANA_RPC_URL: provider.url,
    SOLANA_CLUSTER: 'custom',
    USDC_MINT: randomKeypair().address,
    OWNER_WALLET: randomKeypair().address,
    PRICE_FEED: 'static',
  };
  expect(await findingsOf(env)).toMatch(
    /^warn +server’s key +has 0\.043000000 SOL and 0 of 16 nonces: payouts are off on this chain; the chain refuses: UnsupportedSysvar$/m,
  );
  lamports = 0;
  expect(await findingsOf(env)).toMatch(
    /^warn +server’s key +has 0\.000000000 SOL .+ nonces: fund it in/m,
  );
});

test('prints no stack trace if its reader closes the pipe early, such as head', async () => {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [DOCTOR], {
    cwd: ROOT,
    env: { PATH, HOME, DATA_DIR: join(folder, 'none-yet') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
