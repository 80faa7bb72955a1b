import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Localnet, openLocalnet } from '../src/localnet.ts';
import { serveLocalnet } from '../src/serve.ts';

const SLOT_MS = 400;
const START_MS = Date.UTC(2026, 0, 1);

/** Runs after the test, in reverse order of registration. */
export function afterTest(cleanup: () => unknown): void {
  onTestFinished(async () => {
    await cleanup();
  });
}

/** Folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'localnet-'));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Clock that moves only by `ms`. */
export class TestClock {
  ms = START_MS;
  readonly now = (): number => this.ms;

  slots(count: number): void {
    this.ms += count * SLOT_MS;
  }
}

export interface JsonAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** JSON-RPC call without HTTP. */
export async function call(
  net: Localnet,
  method: string,
  ...params: unknown[]
): Promise<JsonAnswer> {
  const { body } = await net.respond(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return JSON.parse(body) as JsonAnswer;
}

/** Value at a path inside a response. */
export function pick(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) found = (found as Record<string | number, unknown> | undefined)?.[step];
  return found;
}

export interface TestNet {
  readonly net: Localnet;
  readonly url: string;
  readonly websocketUrl: string;
  readonly clock: TestClock;
}

/** Chain over HTTP with its own test clock; closed after the test. */
export async function startNet(
  dir: string | null = null,
  clock = new TestClock(),
): Promise<TestNet> {
  const net = await openLocalnet({ dir, now: clock.now });
  const server = await serveLocalnet(net);
  afterTest(async () => {
    await net.close();
    await server.close();
  });
  const { url, websocketUrl } = server;
  return { net, url, websocketUrl, clock };
}
