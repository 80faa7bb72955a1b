import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundled } from '#test/support/bundle';
import { SHORT_LIVED } from '#test/support/short-lived';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = await bundled(new URL('../../src/server/main.ts', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** Server in its own process, bundled from the sources like `npm start`. */
export interface Server {
  /** URL; rejects if the process ends before it listens. */
  readonly address: Promise<string>;
  readonly ended: Promise<Ended>;
  readonly process: ChildProcess;
  /** Output so far, stdout and stderr. */
  output(): string;
}

/** Folder with a function that deletes it. */
export function dataFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'lmt-node-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Sets only the given environment; nothing of this machine's configuration. */
export function startServer(
  env: Record<string, string>,
  {
    main = MAIN,
    cwd = ROOT,
    flags = SHORT_LIVED,
  }: { readonly main?: string; readonly cwd?: string; readonly flags?: readonly string[] } = {},
): Server {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...flags, main], {
    cwd,
    env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stderr, output] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    output += chunk.toString();
  });
  const ended = new Promise<Ended>((done) => {
    child.once('close', (code, signal) => done({ code, signal, stderr }));
  });
  const opened = new Promise<string>((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /^ {2}Open +(\S+)$/.exec(line) ?? [];
      if (address !== undefined) done(address);
    });
  });
  const address = Promise.race([
    opened,
    ended.then(({ code }) => {
      throw new Error(`the server ended with ${code}: ${stderr}`);
    }),
  ]);
  address.catch(() => {});
  return { address, ended, process: child, output: () => output };
}

export interface Answered<T> {
  readonly status: number;
  readonly body: T;
}

/** Posts JSON and parses the response as JSON. */
export async function post<T>(address: string, path: string, body: unknown): Promise<Answered<T>> {
  const response = await fetch(new URL(path, address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}

export async function get<T>(address: string, path: string): Promise<T> {
  return (await (await fetch(new URL(path, address))).json()) as T;
}

/** Result of a method at `/rpc`. */
export async function rpc(address: string, method: string, ...params: unknown[]): Promise<unknown> {
  const { body } = await post<{ result?: { value?: unknown } }>(address, '/rpc', {
    jsonrpc: '2.0',
    id: 1,
    method,
    params,
  });
  return body.result?.value ?? body.result;
}
