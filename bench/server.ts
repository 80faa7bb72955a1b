import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

interface Started {
  readonly url: string;
  close(): Promise<void>;
}

/** A program of ours in a process of its own, once it says where it listens. */
async function start(
  file: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = ['--import', 'tsx'],
): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, [...flags, file], {
    cwd: ROOT,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    said += chunk.toString();
    if (said.includes('Open ')) break;
  }
  if (!said.includes('Open ')) throw new Error(`${file} did not start: ${said}`);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** The product's own server, on a data folder, without rate limits. */
export function startServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const quiet = { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  return start('src/server/main.ts', { ...quiet, ...env });
}

/** The least that a read over HTTP can be. */
export function startFloor(env: Readonly<Record<string, string>>): Promise<Started> {
  return start('bench/floor-server.ts', env);
}

/** What `npm start` runs, on a data folder. */
export function startProduct(dataDir: string): Promise<Started> {
  return start('scripts/start.mjs', { DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, []);
}
