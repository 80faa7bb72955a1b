import type * as Fs from 'node:fs';
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { key } from '../src/bytes/key.ts';
import { Writer } from '../src/bytes/writer.ts';
import { type Keypair, randomKeypair } from '../src/keypair.ts';
import { type Localnet, openLocalnet } from '../src/localnet.ts';
import { SYSTEM } from '../src/programs.ts';
import { composeTransaction } from '../src/tx/compose.ts';
import { type JsonAnswer, TestClock, afterTest, call, pick, temporaryFolder } from './harness.ts';

type Callback = (error: NodeJS.ErrnoException | null) => void;

/** Fake disk: blocks fsync while `held`, fails it with `error`, and calls `onCut` before a truncation. */
const disk = vi.hoisted(() => ({
  onCut: () => {},
  held: false,
  error: null as NodeJS.ErrnoException | null,
  waiting: [] as (() => void)[],
  syncs: 0,
}));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const fdatasync = (file: number, done: Callback): void => {
    disk.syncs += 1;
    const sync = (): void => (disk.error ? done(disk.error) : fs.fdatasync(file, done));
    if (disk.held) disk.waiting.push(sync);
    else sync();
  };
  const ftruncateSync = (...asked: Parameters<typeof fs.ftruncateSync>): void => {
    disk.onCut();
    fs.ftruncateSync(...asked);
  };
  return { ...fs, default: fs, fdatasync, ftruncateSync };
});

function release(): void {
  disk.held = false;
  for (const sync of disk.waiting.splice(0)) sync();
}

async function start(dir = temporaryFolder()) {
  const clock = new TestClock();
  const net = await openLocalnet({ dir, now: clock.now });
  afterTest(() => net.close().catch(() => undefined));
  return net;
}

/** True if the promise is settled after all pending work. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  const mark = (): void => void (done = true);
  promise.then(mark, mark);
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
  return done;
}

describe('durability of responses', () => {
  afterEach(() => {
    disk.error = null;
    release();
  });

  it('delays responses to writes, and to reads that show them, until the fsync', async () => {
    const net = await start();
    const { address } = randomKeypair();
    disk.held = true;
    const write = call(net, 'requestAirdrop', address, 5_000_000);
    expect(await settled(write)).toBe(false);
    const read = call(net, 'getBalance', address, { commitment: 'processed' });
    expect([await settled(write), await settled(read)]).toEqual([false, false]);
    release();
    expect((await write).result).toBeTypeOf('string');
    expect(pick((await read).result, 'value')).toBe(5_000_000);
  });

  it('shares one fsync among concurrent writes', async () => {
    const net = await start();
    const { address } = randomKeypair();
    disk.syncs = 0;
    const sent = Array.from({ length: 50 }, () => net.airdrop(address, 1_000_000n));
    expect(new Set(await Promise.all(sent)).size).toBe(50);
    expect(disk.syncs).toBeGreaterThanOrEqual(1);
    expect(disk.syncs).toBeLessThanOrEqual(3);
  });

  it('refuses all requests after a failed fsync', async () => {
    const net = await start();
    const { address } = randomKeypair();
    disk.error = new Error('no space left on device');
    await expect(net.airdrop(address, 1_000_000n)).rejects.toThrow('no space left');
    disk.error = null;
    await expect(net.airdrop(address, 1_000_000n)).rejects.toThrow('no space left');
    const { status, body } = await net.respond('{"jsonrpc":"2.0","id":1,"method":"getHealth"}');
    expect(status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ error: { code: -32603 } });
  });

  it('discards a forged transaction if the process was killed before retracting it', async () => {
    const [dir, left] = [temporaryFolder(), temporaryFolder()];
    const net = await start(dir);
    const [alice, bob] = [randomKeypair(), randomKeypair()];
    const balance = async (of: Localnet, { address }: Keypair): Promise<unknown> =>
      pick((await call(of, 'getBalance', address, { commitment: 'processed' })).result, 'value');
    await net.airdrop(alice.address, 5_000_000n);
    const { result } = await call(net, 'getLatestBlockhash', { commitment: 'processed' });
    const blockhash = key(pick(result, 'value', 'blockhash') as string);
    const accounts = [
      { key: alice.key, signer: true, writable: true },
      { key: bob.key, writable: true },
    ];
    const data = new Writer(12).u32(2).u64(1_000_000n).done();
    const other = randomKeypair();
    const mallory = { ...alice, sign: (message: Uint8Array) => other.sign(message) };
    const forged = composeTransaction([mallory], blockhash, [{ program: SYSTEM, accounts, data }]);
    const honest = composeTransaction([alice], blockhash, [{ program: SYSTEM, accounts, data }]);
    const send = (of: Localnet, bytes: Buffer): Promise<JsonAnswer> =>
      call(of, 'sendTransaction', bytes.toString('base64'), { encoding: 'base64' });
    disk.onCut = () => cpSync(dir, left, { recursive: true });
    expect((await send(net, forged)).error?.code).toBe(-32003);
    disk.onCut = () => {};
    expect(statSync(join(left, 'journal')).size).toBeGreaterThan(
      statSync(join(dir, 'journal')).size,
    );
    const again = await start(left);
    expect(await balance(again, alice)).toBe(5_000_000);
    expect(await balance(again, bob)).toBe(0);
    expect((await send(again, honest)).error).toBeUndefined();
    await again.close();
    const last = await start(left);
    expect(await balance(last, bob)).toBe(1_000_000);
  });
});
