import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  Connection,
  Keypair,
  SystemProgram,
  Transaction,
  sendAndConfirmTransaction,
} from '@solana/web3.js';
import { afterEach, describe, expect, test } from 'vitest';
import { type App, type StartOptions, startApp } from '#test/app';
import { joinedLocalNetwork } from '../../start/local/joined-network.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(options: StartOptions = {}): Promise<{ app: App; url: string }> {
  const app = await startApp(options);
  closers.push(() => app.close());
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  return { app, url: `http://127.0.0.1:${port}` };
}

interface Handshake {
  readonly status: number;
  readonly body: string;
}

/** Requests a websocket, and closes it after the response. */
async function knock(url: string, path: string, headers: object = {}): Promise<Handshake> {
  const asking = request(url, {
    path,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      ...headers,
    },
  });
  asking.end();
  return new Promise((resolve, reject) => {
    asking.on('error', reject);
    asking.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, body: '' });
    });
    asking.on('response', (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
  });
}

/** Connection of web3.js, with endless reconnects disabled. */
function connect(url: string): Connection {
  const wsEndpoint = `${url.replace('http', 'ws')}/rpc`;
  const connection = new Connection(`${url}/rpc`, { commitment: 'confirmed', wsEndpoint });
  const { _rpcWebSocket: socket } = connection as unknown as {
    _rpcWebSocket: { reconnect: boolean; close(): void };
  };
  socket.reconnect = false;
  closers.push(async () => socket.close());
  return connection;
}

/** Transfers like web3.js's documentation. Resolves when the websocket has confirmed the transfer. */
async function transfer(url: string): Promise<number> {
  const connection = connect(url);
  const [alice, bob] = [Keypair.generate(), Keypair.generate()];
  const signature = await connection.requestAirdrop(alice.publicKey, 2_000_000_000);
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
  const instruction = SystemProgram.transfer({
    fromPubkey: alice.publicKey,
    toPubkey: bob.publicKey,
    lamports: 1_000_000_000,
  });
  const changed = new Promise<number>((resolve) => {
    connection.onAccountChange(bob.publicKey, ({ lamports }) => resolve(lamports));
  });
  await sendAndConfirmTransaction(connection, new Transaction().add(instruction), [alice]);
  return changed;
}

describe('the websocket at /rpc', () => {
  test('confirms a transfer of web3.js', async () => {
    const { url } = await listen();
    expect(await transfer(url)).toBe(1_000_000_000);
  });

  test('is proxied by a node that joined another node’s local network', async () => {
    const { url } = await listen();
    const joined = await joinedLocalNetwork(url);
    const second = await listen({
      parts: { local: joined },
      app: { rpc: (body) => joined.respond(body) },
    });
    expect(await transfer(second.url)).toBe(1_000_000_000);
  });

  test('accepts programs and own pages, and refuses other pages', async () => {
    const { url } = await listen();
    expect((await knock(url, '/rpc')).status).toBe(101);
    expect((await knock(url, '/rpc', { origin: url })).status).toBe(101);
    expect((await knock(url, '/rpc', { origin: 'https://evil.example' })).status).toBe(403);
  });

  test('refuses a Host that is not the app’s own', async () => {
    const { url } = await listen();
    const host = 'evil.example';
    expect((await knock(url, '/rpc', { host })).status).toBe(404);
    expect((await knock(url, '/rpc', { host, origin: `http://${host}` })).status).toBe(404);
  });

  test('accepts pages of RPC_ORIGINS', async () => {
    const origin = 'https://guest.example';
    const { url } = await listen({ parts: { rpcOrigins: new Set([origin]) } });
    expect((await knock(url, '/rpc', { origin })).status).toBe(101);
  });

  test('is refused at other paths', async () => {
    const { url } = await listen();
    expect(await knock(url, '/api/local')).toEqual({
      status: 404,
      body: 'There is no websocket here.\n',
    });
  });

  test('is refused with the reason on a real cluster', async () => {
    const { url } = await listen({ parts: { local: null } });
    const { status, body } = await knock(url, '/rpc');
    expect(status).toBe(404);
    expect(body).toMatch(/^There is no websocket at \/rpc: only the local network has one/);
  });

  test('survives lost connections in every state', async () => {
    const { app, url } = await listen();
    const joined = await joinedLocalNetwork(url);
    const second = await listen({ parts: { local: joined } });
    const sockets: Duplex[] = [];
    for (const { http } of [app, second.app]) {
      http.server.on('upgrade', (_, socket: Duplex) => sockets.push(socket));
    }
    await knock(url, '/rpc');
    await knock(url, '/rpc', { origin: 'https://evil.example' });
    await knock(url, '/nowhere');
    await knock(second.url, '/rpc');
    expect(sockets.length).toBeGreaterThan(4);
    // An error without a listener would end the process.
    for (const socket of sockets) expect(socket.listenerCount('error')).toBeGreaterThan(0);
  });

  test('survives an invalid URL', async () => {
    const { url } = await listen();
    for (const path of ['//', '/\\\\', '//host:99999999/rpc']) {
      expect(await knock(url, path)).toEqual({
        status: 404,
        body: 'There is no websocket here.\n',
      });
    }
  });

  test('does not prevent the server from closing', async () => {
    const { app, url } = await listen();
    const connection = connect(url);
    await new Promise((resolve) => connection.onSlotChange(resolve));
    const closed = once(app.http.server, 'close');
    await app.http.close();
    await closed;
  });
});
