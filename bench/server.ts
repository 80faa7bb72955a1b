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

/** One of our programs in its own process; resolves once it prints where it listens. */
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

/** The least that a read over HTTP can be. */
export function startFloor(env: Readonly<Record<string, string>>): Promise<Started> {
  return start('bench/floor-server.ts', env);
}

/** What `npm start` runs, on a data folder. */
export function startProduct(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  return start('scripts/start.mjs', { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env }, []);
}

/** The same without rate limits, for many calls from one address. */
export function startUnlimited(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  return startProduct(dataDir, { RATE_LIMITS: 'off', ...env });
}

/** What a server's process holds of the machine's memory. */
export async function residentMb(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6;
}
