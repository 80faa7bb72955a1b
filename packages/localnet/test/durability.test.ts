import type * as Fs from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openLocalnet } from '../src/localnet.ts';
import { randomKeypair } from '../src/keypair.ts';
import { TestClock, afterTest, call, pick, temporaryFolder } from './harness.ts';

type Callback = (error: NodeJS.ErrnoException | null) => void;

/** The disk: holds each fsync back while `held`, and fails it with `error`. */
const disk = vi.hoisted(() => ({
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
  return { ...fs, default: fs, fdatasync };
});

function release(): void {
  disk.held = false;
  for (const sync of disk.waiting.splice(0)) sync();
}

async function start() {
  const clock = new TestClock();
  const net = await openLocalnet({ dir: temporaryFolder(), now: clock.now });
  afterTest(() => net.close().catch(() => undefined));
  return net;
}

/** Whether a promise is settled once everything else that could happen has happened. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  const mark = (): void => void (done = true);
  promise.then(mark, mark);
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
  return done;
}

describe('what is answered is on the disk', () => {
  afterEach(() => {
    disk.error = null;
    release();
  });

  it('answers neither a write, nor a read that shows it, before the fsync', async () => {
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

  it('shares an fsync among those who wait for it', async () => {
    const net = await start();
    const { address } = randomKeypair();
    disk.syncs = 0;
    const sent = Array.from({ length: 50 }, () => net.airdrop(address, 1_000_000n));
    expect(new Set(await Promise.all(sent)).size).toBe(50);
    expect(disk.syncs).toBeGreaterThanOrEqual(1);
    expect(disk.syncs).toBeLessThanOrEqual(3);
  });

  it('promises nothing more after an fsync that failed', async () => {
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
});
