import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Address, createSolanaRpc, generateKeyPairSigner } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Known, Messages } from './fuzz-messages.ts';
import { afterTest } from './harness.ts';
import { SOL, pay, startKit } from './kit-client.ts';

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
const SEED = Number(process.env['SEED'] ?? 1);
const isFull = process.env['PROVE'] === 'full';
const HTTP_MESSAGES = isFull ? 12_000 : 2_500;
const FRAMES = isFull ? 8_000 : 1_500;
/** Keeps most messages below 50 kB, at which the websocket closes. */
const FRAME_CHARS_MAX = 16_000;
const AT_ONCE = 8;
/** Heap limit of the node process, which exits beyond it. */
const HEAP_MB = 300;
const RSS_MB_MAX = 900;
/** Returned instead of a websocket close code. */
const ANSWERED = 0;
const INTERNAL_ERROR = -32603;
const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';

interface Node {
  readonly child: ChildProcess;
  readonly url: string;
  readonly websocketUrl: string;
}

/** Starts a node process with little memory. */
async function startNode(): Promise<Node> {
  const args = [`--max-old-space-size=${HEAP_MB}`, '--import', 'tsx', CLI, '--port', '0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  afterTest(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const printed: string[] = [];
  for await (const line of lines) {
    printed.push(line);
    if (line.startsWith('Kept in')) break;
  }
  const [url = ''] = /http:\S+/.exec(printed.join(' ')) ?? [];
  const [websocketUrl = ''] = /ws:\S+/.exec(printed.join(' ')) ?? [];
  return { child, url, websocketUrl };
}

/** Peak memory of a process in MB; null if the system does not report it. */
function peakMb({ child }: Node): number | null {
  const path = `/proc/${child.pid}/status`;
  if (!existsSync(path)) return null;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1]) / 1_024;
}

async function expectAlive(node: Node): Promise<void> {
  expect(node.child.exitCode).toBeNull();
  expect(await createSolanaRpc(node.url).getHealth().send()).toBe('ok');
  const peak = peakMb(node);
  if (peak !== null) expect(peak).toBeLessThan(RSS_MB_MAX);
}

/** Seed data of messages: two transactions for this node, and known addresses and signatures. */
async function knownTo({ url, websocketUrl }: Node): Promise<Known> {
  const rpc = createSolanaRpc(url);
  const airdrop = (to: string, lamports: bigint): Promise<string> =>
    rpc.requestAirdrop(to as Address, lamports as never).send();
  const kit = await startKit(null, { net: { airdrop }, url, websocketUrl } as never);
  const payer = await kit.wallet();
  const { address } = await generateKeyPairSigner();
  const signed = await Promise.all(
    ([0, 'legacy'] as const).map((version) => kit.sign(payer, [pay(payer, address, SOL)], version)),
  );
  return {
    addresses: [payer.address, address, SYSTEM_PROGRAM, TOKEN_PROGRAM, CLOCK],
    signatures: signed.map(({ signature }) => signature),
    transactions: signed.map(({ wire }) => Buffer.from(wire, 'base64')),
  };
}

describe('localnet node under fuzzing', () => {
  it('responds to every HTTP request, however malformed', { timeout: 1_200_000 }, async () => {
    const node = await startNode();
    const known = await knownTo(node);
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    afterTest(() => agent.destroy());
    const statuses = new Map<number, number>();
    const lane = async (at: number): Promise<void> => {
      const messages = new Messages(SEED * 1_000 + at, known);
      for (let i = 0; i < HTTP_MESSAGES / AT_ONCE; i++) {
        const sent = messages.below(8) === 0 ? messages.bytes() : messages.text();
        const { status, body } = await post(node.url, agent, { messages, sent });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const shown = `${String(sent).slice(0, 300)} → ${status} ${body.slice(0, 300)}`;
        expect([200, 400, 403, 405, 413, 415], shown).toContain(status);
        if (status === 200) expectAnswers(body, shown);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => lane(at)));
    expect(statuses.get(200)).toBeGreaterThan(HTTP_MESSAGES / 2);
    await expectAlive(node);
  });

  it(
    'responds or closes every websocket, however malformed its frames',
    { timeout: 1_200_000 },
    async () => {
      const node = await startNode();
      const known = await knownTo(node);
      const codes = new Map<number, number>();
      const lane = async (at: number): Promise<void> => {
        const messages = new Messages(SEED * 2_000 + at, known);
        for (let sent = 0; sent < FRAMES / AT_ONCE;) {
          const count = 1 + messages.below(60);
          sent += count;
          const code = await session(node.websocketUrl, messages, count);
          codes.set(code, (codes.get(code) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => lane(at)));
      expect(codes.get(ANSWERED)).toBeGreaterThan(FRAMES / 100);
      await expectAlive(node);
    },
  );
});

/** Sends a request, sometimes with a wrong method, content type or Host. */
async function post(
  url: string,
  agent: Agent,
  { messages, sent }: { readonly messages: Messages; readonly sent: string | Buffer },
): Promise<{ status: number; body: string }> {
  const isOdd = messages.below(20) === 0;
  const method = isOdd ? messages.pick(['GET', 'PUT', 'OPTIONS', 'POST']) : 'POST';
  const type = isOdd
    ? messages.pick(['text/plain', 'multipart/form-data', ''])
    : 'application/json';
  const host = isOdd ? messages.pick(['evil.example', '', 'localhost', '[::1']) : 'localhost';
  const asking = request(url, {
    agent,
    method,
    headers: { host, 'content-type': type, 'content-length': Buffer.byteLength(sent) },
  });
  asking.end(sent);
  const answered = once(asking, 'response').catch((error: unknown) => {
    throw new Error(`${method} ${type} ${host} ${String(sent).slice(0, 300)} (${sent.length})`, {
      cause: error,
    });
  });
  const [answer] = (await answered) as [NodeJS.ReadableStream & { statusCode: number }];
  let body = '';
  answer.setEncoding('utf8');
  for await (const chunk of answer) body += String(chunk);
  // A CORS preflight has no body, like a batch of notifications.
  return { status: answer.statusCode === 204 ? 405 : answer.statusCode, body };
}

interface Answer {
  readonly jsonrpc?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** Expects JSON-RPC results or errors; internal errors are bugs. */
function expectAnswers(body: string, shown: string): void {
  if (body === '') return;
  const parsed = JSON.parse(body) as Answer | Answer[];
  for (const { jsonrpc, result, error } of Array.isArray(parsed) ? parsed : [parsed]) {
    expect(jsonrpc, shown).toBe('2.0');
    expect(result === undefined, shown).toBe(error !== undefined);
    if (error === undefined) continue;
    expect(Number.isInteger(error.code), shown).toBe(true);
    expect(typeof error.message, shown).toBe('string');
    // An airdrop beyond the faucet's balance is an internal error on a cluster, too.
    if (!shown.includes('requestAirdrop')) expect(error.code, shown).not.toBe(INTERNAL_ERROR);
  }
}

/** Websocket client that sends frames unchanged. */
interface AnyFrames extends WebSocket {
  send(
    data: string | Buffer,
    options?: { readonly binary?: boolean; readonly fin?: boolean },
  ): void;
  ping(data?: Buffer): void;
}

/** Sends frames, then one valid call. Resolves with `ANSWERED` on its response, or with the close code. */
async function session(url: string, messages: Messages, count: number): Promise<number> {
  if (messages.below(6) === 0) return rawSession(url, messages, count);
  const client: AnyFrames = new WebSocket(url);
  const closed = once(client, 'close').then(([code]) => code as number);
  client.on('error', () => undefined);
  await Promise.race([once(client, 'open'), closed]);
  const answered = new Promise<number>((resolve) => {
    client.on('message', (data) => {
      const text = data.toString();
      const { id } = JSON.parse(text) as { id?: unknown };
      if (id === 'last') resolve(ANSWERED);
    });
  });
  for (let i = 0; i < count; i++) {
    const kind = messages.below(300);
    if (kind === 0) client.send(messages.bytes(), { binary: false });
    else if (kind === 1) client.send(messages.text().slice(0, 20), { fin: false });
    else if (kind < 20) client.send(messages.bytes());
    else if (kind < 30) client.ping(messages.bytes().subarray(0, 125));
    else client.send(messages.text().slice(0, FRAME_CHARS_MAX));
  }
  // Ends a message if the last frame was its first fragment.
  client.send('');
  client.send('{"jsonrpc":"2.0","id":"last","method":"getVersion"}');
  const code = await Promise.race([answered, closed]);
  client.terminate();
  // No status, protocol error, invalid UTF-8, too large: client errors. 1011 would be a server error.
  expect([ANSWERED, 1_002, 1_005, 1_006, 1_007, 1_009]).toContain(code);
  return code;
}

/** Sends bytes that are no frames on an upgraded connection, which the node has to close. */
async function rawSession(url: string, messages: Messages, count: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const key = Buffer.alloc(16).toString('base64');
  socket.write(
    `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await once(socket, 'data');
  for (let i = 0; i < count && socket.writable; i++) socket.write(messages.bytes());
  // An unmasked frame is always an error, unless it continues an earlier frame.
  socket.end(Buffer.from([0x81, 0x01, 0x78]));
  socket.resume();
  await once(socket, 'close');
  return -1;
}
