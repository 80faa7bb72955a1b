import { readdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { PATHS } from '#contract/base/paths';
import { randomKeypair } from '#localnet/keypair';
import type { DatabaseNetwork } from '#server/kernel/db/database-cluster';
import { storeDatabaseNetwork } from '#server/kernel/db/database-cluster-queries';
import { freshPglite } from '#test/databases';
import { canMakeDisk, smallDisk } from '#test/support/disk';
import { newWallet, signText } from '#test/world/wallet';
import { type Server, dataFolder, get, post, rpc, startServer } from './server.ts';

const servers: Server[] = [];
const removals: (() => void)[] = [];
afterEach(async () => {
  for (const { process, ended } of servers.splice(0)) {
    process.kill('SIGKILL');
    await ended;
  }
  for (const remove of removals.splice(0)) remove();
});

function start(env: Record<string, string>): Server {
  const server = startServer(env);
  servers.push(server);
  return server;
}

/** Data folder with a database as after a first start; on a chain if `pin` is given. */
async function folder(pin?: DatabaseNetwork): Promise<string> {
  const { path, remove } = dataFolder();
  removals.push(remove);
  const stored = await freshPglite(join(path, 'database'));
  if (pin) await storeDatabaseNetwork(stored.database, pin);
  await stored.close();
  return path;
}

const TIMEOUT = { timeout: 240_000 };

test(
  'SIGTERM lets a request in progress finish, refuses new ones, exits with 0, and keeps all data',
  TIMEOUT,
  async () => {
    const DATA_DIR = await folder();
    const first = start({ DATA_DIR });
    const address = await first.address;
    const { wallets } = await get<{ wallets: { address: string }[] }>(address, '/api/local');
    const { address: to } = randomKeypair();
    // Returns after two slots, when the transfer is confirmed: long enough for the SIGTERM.
    const given = post<{ signature: string }>(address, '/api/local/airdrop', {
      walletAddress: to,
      sol: '1',
    });
    while ((await rpc(address, 'getBalance', to, { commitment: 'processed' })) === 0);
    first.process.kill('SIGTERM');
    const { status, body } = await given;
    expect([status, typeof body.signature]).toEqual([200, 'string']);
    expect(await first.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    await expect(fetch(new URL('/healthz', address))).rejects.toThrow('fetch failed');

    const second = start({ DATA_DIR });
    const again = await second.address;
    expect(await get(again, '/api/local')).toMatchObject({ wallets });
    expect(await rpc(again, 'getBalance', to, { commitment: 'processed' })).toBe(1_000_000_000);
    const third = start({ DATA_DIR });
    const { code, stderr } = await third.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^LMT cannot start: .+ is in use by another process[^\n]*\n$/);
    second.process.kill('SIGINT');
    expect(await second.ended).toMatchObject({ code: 0, signal: null });
  },
);

test('SIGTERM answers requests that wait for a payment', TIMEOUT, async () => {
  const server = start({ DATA_DIR: await folder() });
  const address = await server.address;
  const wallet = await newWallet();
  const walletAddress = wallet.address;
  const nonce = await post<{ message: string }>(address, PATHS.nonce, { walletAddress });
  const { message } = nonce.body;
  const proof = { walletAddress, message, signature: await signText(wallet, message) };
  const signedIn = await post<{ sessionToken: string; userId: string }>(
    address,
    PATHS.verifyWallet,
    proof,
  );
  const { sessionToken, userId } = signedIn.body;
  const given = fetch(new URL(PATHS.bonds, address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-session-token': sessionToken },
    body: JSON.stringify({
      userId,
      tokenType: 'SOL',
      amount: '1',
      transactionSignature: await signText(wallet, 'a payment that never comes'),
    }),
  });
  await sleep(1_000);
  server.process.kill('SIGTERM');
  expect(await (await given).json()).toMatchObject({ status: 'pending' });
  expect(await server.ended).toMatchObject({ code: 0, signal: null });
});

test('SIGTERM does not wait for idle connections', TIMEOUT, async () => {
  const started = performance.now();
  const { address, process, ended } = start({ DATA_DIR: await folder() });
  const { port, hostname } = new URL(await address);
  const startMs = performance.now() - started;
  const socket = connect(Number(port), hostname);
  await new Promise((done) => socket.once('connect', done));
  socket.on('error', () => {});
  const began = performance.now();
  process.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
  // Waiting for the connection would take a minute, many times as long as a start.
  expect((performance.now() - began) / startMs).toBeLessThan(10);
  socket.destroy();
});

test.skipIf(!canMakeDisk())(
  'a full disk is reported in one line before anything is started',
  TIMEOUT,
  async () => {
    const disk = smallDisk(20);
    removals.push(disk.remove);
    const { code, stderr } = await start({ DATA_DIR: disk.path }).ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^LMT cannot start: the disk of \S+ is full \(\d+ MB are free\): free some space, [^\n]+\n$/,
      ),
    ]);
    expect(readdirSync(disk.path)).toEqual([]);
  },
);

test('an impossible start is reported in one line, with exit code 1', TIMEOUT, async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => taken.once('listening', done));
  const { port } = taken.address() as { port: number };
  const cases: readonly (readonly [RegExp, Record<string, string>])[] = [
    [/^LMT cannot start: PORT must be [^\n]+\n$/, { PORT: 'http' }],
    [
      new RegExp(
        `^LMT cannot start: port ${port} is in use: stop what listens there, or set PORT to another\\n$`,
      ),
      { PORT: String(port), DATA_DIR: await folder() },
    ],
    [
      /^LMT cannot start: the database of DATABASE_URL does not answer \([^\n]*ECONNREFUSED[^\n]*\): [^\n]+\n$/,
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    ],
    [
      /^LMT cannot start: the database belongs to the local network, not to Solana devnet: [^\n]+\n$/,
      {
        DATA_DIR: await folder({ network: 'local', genesisHash: null }),
        SOLANA_RPC_URL: 'http://127.0.0.1:1',
        SOLANA_CLUSTER: 'devnet',
        OWNER_WALLET: randomKeypair().address,
      },
    ],
    [
      /^LMT cannot start: the database belongs to Solana devnet, not to the local network: [^\n]+\n$/,
      { DATA_DIR: await folder({ network: 'devnet', genesisHash: 'x' }) },
    ],
  ];
  const ends = await Promise.all(cases.map(([, env]) => start(env).ended));
  for (const [i, { code, stderr }] of ends.entries()) {
    expect([code, stderr]).toEqual([1, expect.stringMatching(cases[i]![0])]);
  }
  taken.close();
});
