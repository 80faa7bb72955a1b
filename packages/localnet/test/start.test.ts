import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createSolanaRpc } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { LockedError, PortInUseError, startLocalnet } from '../src/index.ts';
import { randomKeypair } from '../src/keypair.ts';
import { TestClock, afterTest, temporaryFolder } from './harness.ts';

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

async function takenPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterTest(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe('startLocalnet', () => {
  it('serves an in-memory chain until it is closed', async () => {
    const net = await startLocalnet({ port: 0, slotMs: 200 });
    afterTest(() => net.close());
    const { address } = randomKeypair();
    await net.airdrop(address, 5_000_000n);
    const rpc = createSolanaRpc(net.url);
    expect(await rpc.getGenesisHash().send()).toBe(net.genesisHash);
    expect(net.slotMs).toBe(200);
    net.setSlotMs(400);
    expect(net.slotMs).toBe(400);
    expect(net.slot()).toBeGreaterThanOrEqual(300);
    await net.close();
    await expect(rpc.getHealth().send()).rejects.toThrow('fetch failed');
  });

  it('stores the chain in a folder, which one process can open at a time', async () => {
    const dataDir = temporaryFolder();
    const clock = new TestClock();
    const net = await startLocalnet({ port: 0, dataDir, now: clock.now });
    const { address } = randomKeypair();
    await net.airdrop(address, 5_000_000n);
    await expect(startLocalnet({ port: 0, dataDir, now: clock.now })).rejects.toThrow(LockedError);
    await net.close();
    const again = await startLocalnet({ port: 0, dataDir, now: clock.now });
    afterTest(() => again.close());
    const balance = createSolanaRpc(again.url).getBalance(address as never, {
      commitment: 'processed',
    });
    expect((await balance.send()).value).toBe(5_000_000n);
  });

  it('reports a port in use, and releases the folder lock', async () => {
    const port = await takenPort();
    const dataDir = temporaryFolder();
    await expect(startLocalnet({ port, dataDir })).rejects.toThrow(new PortInUseError(port));
    await (await startLocalnet({ port: 0, dataDir })).close();
  });
});

describe('localnet command', () => {
  const run = (...args: string[]): ChildProcess => {
    const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    afterTest(() => child.kill('SIGKILL'));
    return child;
  };

  it('serves until SIGTERM, then exits with 0', async () => {
    const child = run('--port', '0', '--slot-ms', '250');
    const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
    const [url = ''] = /http:\S+/.exec(line) ?? [];
    expect(await createSolanaRpc(url).getHealth().send()).toBe('ok');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('prints one line if the port is in use', async () => {
    const port = await takenPort();
    const child = run('--port', String(port));
    let text = '';
    child.stderr!.on('data', (chunk: Buffer) => (text += chunk.toString()));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(text).toBe(`port ${port} is in use: stop what listens there, or choose another port\n`);
  });
});
