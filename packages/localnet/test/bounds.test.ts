import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../src/bytes/base58.ts';
import { randomKeypair } from '../src/keypair.ts';
import { type JsonAnswer, call, pick, startNet } from './harness.ts';

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const HEALTH = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';
const JSON_TYPE = { 'content-type': 'application/json' };
const MB = 1_024 * 1_024;

interface Entry {
  readonly method: string;
  readonly params?: readonly unknown[];
}

const batchOf = (entries: readonly Entry[]): string =>
  JSON.stringify(entries.map((entry, id) => ({ jsonrpc: '2.0', id, ...entry })));

const times = (count: number, entry: Entry): Entry[] => Array.from({ length: count }, () => entry);

describe('JSON-RPC batch', () => {
  it('refuses more than 100 calls without running any', async () => {
    const { net } = await startNet();
    const most = JSON.parse((await net.respond(batchOf(times(100, { method: 'getSlot' })))).body);
    expect(most).toHaveLength(100);
    const { address } = randomKeypair();
    const airdrop = { method: 'requestAirdrop', params: [address, 1_000_000_000] };
    const { body } = await net.respond(batchOf(times(101, airdrop)));
    expect(JSON.parse(body)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'The batch has 101 requests; max 100' },
      id: null,
    });
    const balance = await call(net, 'getBalance', address, { commitment: 'processed' });
    expect(pick(balance, 'result', 'value')).toBe(0);
  });

  it('yields to the event loop between calls', async () => {
    const { net } = await startNet();
    let turns = 0;
    const count = (): void => {
      turns += 1;
      turning = setImmediate(count);
    };
    let turning = setImmediate(count);
    await net.respond(batchOf(times(10, { method: 'getSlot' })));
    clearImmediate(turning);
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it('stops at 5 MB of results and runs no further call', async () => {
    const { net } = await startNet();
    const { address } = randomKeypair();
    const { body } = await net.respond(
      batchOf([
        { method: 'getHealth' },
        ...times(20, { method: 'getLeaderSchedule' }),
        { method: 'requestAirdrop', params: [address, 1_000_000_000] },
      ]),
    );
    expect(body.length).toBeLessThan(5 * MB + 10_000);
    const [health, first, ...others] = JSON.parse(body) as JsonAnswer[];
    expect(health?.result).toBe('ok');
    expect(first?.error).toBeUndefined();
    expect(others).toHaveLength(20);
    for (const { error } of others) {
      expect(error).toEqual({
        code: -32000,
        message: 'The answer is too large; max 5242880 bytes',
      });
    }
    const balance = await call(net, 'getBalance', address, { commitment: 'processed' });
    expect(pick(balance, 'result', 'value')).toBe(0);
  });
});

describe('single JSON-RPC call', () => {
  it('refuses results above 5 MB', async () => {
    const { net } = await startNet();
    const ask = (count: number, address: string) =>
      call(
        net,
        'getMultipleAccounts',
        Array.from({ length: count }, () => address),
      );
    const dataOf = async (address: string) =>
      (pick(await ask(1, address), 'result', 'value', 0, 'data') as [string])[0];
    // An upgradeable program's account contains the address of its code account.
    const program = Buffer.from(await dataOf(TOKEN_PROGRAM), 'base64');
    const code = encodeBase58(program.subarray(4, 36));
    const data = await dataOf(code);
    const fitting = Math.floor((4 * MB) / data.length);
    expect(pick(await ask(fitting, code), 'result', 'value')).toHaveLength(fitting);
    expect(Math.ceil((6 * MB) / data.length)).toBeLessThanOrEqual(100);
    expect((await ask(100, code)).error?.code).toBe(-32000);
  });
});

/** Status and headers of a request with a custom Host header. */
function ask(
  url: string,
  method: string,
  { body = '', ...headers }: { readonly [name: string]: string } = {},
): Promise<{ readonly status: number; readonly headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    });
    asking.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    });
    asking.on('error', reject).end(body);
  });
}

describe('localnet HTTP server', () => {
  const LOOPBACK = ['localhost', 'localhost:8899', '127.0.0.1:1', '[::1]:8899'];
  const FOREIGN = ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '10.0.0.1:8899'];
  const UPGRADE = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  };

  it('accepts only loopback Host headers (DNS rebinding)', async () => {
    const { url, websocketUrl } = await startNet();
    const statuses = async (host: string) => [
      (await ask(url, 'POST', { host, ...JSON_TYPE, body: HEALTH })).status,
      (await ask(url, 'GET', { host, ...UPGRADE })).status,
      (await ask(websocketUrl.replace('ws', 'http'), 'GET', { host, ...UPGRADE })).status,
    ];
    for (const host of LOOPBACK)
      expect([host, await statuses(host)]).toEqual([host, [200, 101, 101]]);
    for (const host of FOREIGN)
      expect([host, await statuses(host)]).toEqual([host, [403, 403, 403]]);
  });

  it('allows CORS from any origin', async () => {
    const { url } = await startNet();
    const origin = 'https://page.example';
    const preflight = await ask(url, 'OPTIONS', {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,solana-client',
    });
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'OPTIONS, POST',
        'access-control-allow-headers': '*',
      },
    });
    const answer = await ask(url, 'POST', { origin, ...JSON_TYPE, body: HEALTH });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
  });

  it('accepts only JSON content types, which pages cannot send without a preflight', async () => {
    const { url } = await startNet();
    const status = async (headers: Record<string, string>) =>
      (await ask(url, 'POST', { ...headers, body: HEALTH })).status;
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON',
    ]) {
      expect([type, await status({ 'content-type': type })]).toEqual([type, 200]);
    }
    for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/jsonp']) {
      expect([type, await status({ 'content-type': type })]).toEqual([type, 415]);
    }
    expect(await status({})).toBe(415);
  });

  it('keeps idle connections open for 72 s', async () => {
    const { url } = await startNet();
    const { headers } = await ask(url, 'POST', {
      ...JSON_TYPE,
      connection: 'keep-alive',
      body: HEALTH,
    });
    expect(headers['keep-alive']).toBe('timeout=72');
  });
});
