import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Chain } from '../src/bank/chain.ts';
import { openGenesis } from '../src/genesis.ts';
import { Sockets } from '../src/pubsub/sockets.ts';
import { serveLocalnet } from '../src/serve.ts';
import { Slots } from '../src/slots.ts';
import { MemoryJournal } from '../src/store/journal.ts';
import { TestClock, afterTest, startNet } from './harness.ts';
import { Subscriber } from './subscriber.ts';

interface Served {
  readonly sockets: Sockets;
  readonly url: string;
  readonly clock: TestClock;
  readonly chain: Chain;
}

/** Websocket server of an empty chain. */
async function serve(limits: ConstructorParameters<typeof Sockets>[1] = {}): Promise<Served> {
  const clock = new TestClock();
  const genesis = openGenesis(null, clock.ms);
  const { slotZeroMs } = genesis;
  const slots = new Slots({ dir: null, slotZeroMs, now: clock.now });
  const chain = new Chain({ genesis, slots, journal: new MemoryJournal(), snapshots: null });
  chain.restore();
  const sockets = new Sockets(chain, limits);
  const server = createServer();
  server.on('upgrade', (...asked) => sockets.upgrade(...asked));
  const port = await listen(server);
  afterTest(() => sockets.close());
  return { sockets, url: `ws://127.0.0.1:${port}`, clock, chain };
}

/** Takes a port below the ephemeral range, so that the one before it stays free. */
async function takeLowPort(): Promise<number> {
  for (let port = 20_001 + (process.pid % 5_000) * 2; ; port += 2) {
    try {
      return await listen(createServer(), port);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('EADDRINUSE')) throw error;
    }
  }
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  afterTest(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const closed = async (client: Subscriber): Promise<unknown> =>
  (await once(client.socket, 'close'))[0];

describe('websocket clients', () => {
  it('leave no subscriptions behind after closing', async () => {
    const { sockets, url } = await serve();
    const clients = await Promise.all(Array.from({ length: 20 }, () => Subscriber.to(url)));
    for (const client of clients) {
      await client.to('slot');
      await client.to('logs', 'all');
    }
    expect(sockets.counts).toEqual({ clients: 20, subscriptions: 40 });
    for (const [i, { socket }] of clients.entries()) {
      if (i % 2 === 0) socket.close();
      else socket.terminate();
      await once(socket, 'close');
    }
    await expect.poll(() => sockets.counts).toEqual({ clients: 0, subscriptions: 0 });
  });

  it('are disconnected if they answer no ping', async () => {
    const { sockets, url } = await serve({ pingMs: 20 });
    const client = await Subscriber.to(url);
    await client.to('slot');
    // Stops reading, like a client whose machine is gone.
    const { _socket: raw } = client.socket as unknown as { _socket: { pause(): void } };
    raw.pause();
    await expect.poll(() => sockets.counts).toEqual({ clients: 0, subscriptions: 0 });
  });

  it('stay connected while they answer pings, however long they are silent', async () => {
    const { sockets, url } = await serve({ pingMs: 20 });
    const client = await Subscriber.to(url);
    for (let pings = 0; pings < 4; pings++) await once(client.socket, 'ping');
    expect(sockets.counts.clients).toBe(1);
  });

  it('get close code "try again later" beyond the connection limit', async () => {
    const { sockets, url } = await serve({ connections: 2 });
    await Subscriber.to(url);
    await Subscriber.to(url);
    expect(await closed(await Subscriber.to(url))).toBe(1_013);
    await expect.poll(() => sockets.counts.clients).toBe(2);
  });

  it('have at most 1,000 subscriptions each', async () => {
    const { sockets, url } = await serve();
    const client = await Subscriber.to(url);
    await Promise.all(Array.from({ length: 1_000 }, () => client.to('slot')));
    const refused = await client.call('rootSubscribe');
    expect(refused.error).toEqual({
      code: -32603,
      message: 'Internal Error: Subscription refused. Node subscription limit reached',
    });
    expect(sockets.counts.subscriptions).toBe(1_000);
    const other = await Subscriber.to(url);
    await other.to('root');
    expect(sockets.counts.subscriptions).toBe(1_001);
  });

  it('send messages of at most 50 kB', async () => {
    const { url } = await serve();
    const client = await Subscriber.to(url);
    const long = (bytes: number) => `{"jsonrpc":"2.0","method":"${'x'.repeat(bytes)}"}`;
    client.socket.send(long(50_000));
    await client.call('getVersion');
    client.socket.send(long(60_000));
    expect(await closed(client)).toBe(1_009);
  });

  it('are disconnected if they read too slowly', async () => {
    const { sockets, url, clock, chain } = await serve({ backlogBytes: 100_000 });
    const client = await Subscriber.to(url);
    await Promise.all(Array.from({ length: 1_000 }, () => client.to('slot')));
    const { _socket: raw } = client.socket as unknown as { _socket: { pause(): void } };
    raw.pause();
    while (sockets.counts.clients > 0) {
      clock.slots(32);
      chain.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sockets.counts).toEqual({ clients: 0, subscriptions: 0 });
  });

  it('get a close frame when the chain closes', async () => {
    const { net, websocketUrl } = await startNet();
    const client = await Subscriber.to(websocketUrl);
    await client.to('slot');
    const going = closed(client);
    await net.close();
    expect(await going).toBe(1_001);
  });
});

describe('websocket endpoint', () => {
  it('is served on the HTTP port and on port + 1', async () => {
    const { url, websocketUrl } = await startNet();
    const port = Number(new URL(url).port);
    expect(websocketUrl).toBe(`ws://127.0.0.1:${port + 1}`);
    for (const at of [websocketUrl, `${websocketUrl}/rpc`, `ws://127.0.0.1:${port}`]) {
      const client = await Subscriber.to(at);
      expect((await client.call('getVersion')).result).toHaveProperty('solana-core');
    }
    const answer = await fetch(websocketUrl.replace('ws', 'http'));
    expect(answer.status).toBe(426);
  });

  it('warns if port + 1 is in use', async () => {
    const { net } = await startNet();
    const port = await takeLowPort();
    const warnings: string[] = [];
    const served = await serveLocalnet(net, port - 1, (text) => warnings.push(text));
    afterTest(() => served.close());
    expect(served.websocketUrl).toBe(`ws://127.0.0.1:${port - 1}`);
    expect(warnings).toEqual([
      `port ${port} is taken: the websocket is at ws://127.0.0.1:${port - 1} alone`,
    ]);
    const client = await Subscriber.to(served.websocketUrl);
    expect((await client.call('getVersion')).error).toBeUndefined();
  });

  it('closes with the server, even with open clients', async () => {
    const { net } = await startNet();
    const served = await serveLocalnet(net);
    const client = await Subscriber.to(served.websocketUrl);
    const gone = once(client.socket, 'close');
    await served.close();
    await gone;
  });

  it('refuses an invalid handshake', async () => {
    const { websocketUrl } = await startNet();
    const { port } = new URL(websocketUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 400 /);
    socket.destroy();
  });
});
