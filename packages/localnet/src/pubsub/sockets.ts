import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Chain } from '../bank/chain.ts';
import { Hub } from './hub.ts';
import { Session } from './session.ts';

/** Same bound as over HTTP. */
const MAX_MESSAGE_BYTES = 50 * 1_024;

/** Resource limits of clients. */
const LIMITS = {
  connections: 1_000,
  /** Unsent bytes after which a slow client is disconnected. */
  backlogBytes: 4 * 1_024 * 1_024,
  /** Ping interval. A client that answers no ping within it is disconnected. */
  pingMs: 30_000,
  /** Grace period for the close handshake. */
  farewellMs: 1_000,
};

const TRY_AGAIN_LATER = 1_013;
const TOO_SLOW = 1_008;
const GOING_AWAY = 1_001;
const BROKEN = 1_011;

/** Websocket server of a chain, shared by any number of HTTP servers. */
export class Sockets {
  readonly #chain: Chain;
  readonly #limits: typeof LIMITS;
  readonly #hub: Hub;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  readonly #silent = new WeakSet<WebSocket>();
  readonly #pinging: NodeJS.Timeout;

  constructor(chain: Chain, limits: Partial<typeof LIMITS> = {}) {
    this.#chain = chain;
    this.#limits = { ...LIMITS, ...limits };
    this.#hub = new Hub(chain, () => this.#closeAll(BROKEN));
    this.#pinging = setInterval(() => this.#ping(), this.#limits.pingMs).unref();
  }

  /** Upgrades a connection to a websocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (client) => this.#welcome(client));
  }

  /** Number of clients and subscriptions. */
  get counts(): { readonly clients: number; readonly subscriptions: number } {
    return { clients: this.#server.clients.size, subscriptions: this.#hub.count };
  }

  close(): void {
    clearInterval(this.#pinging);
    this.#hub.close();
    this.#closeAll(GOING_AWAY);
    this.#server.close();
  }

  #welcome(client: WebSocket): void {
    // `close` follows a bad frame or a broken connection, and cleans up.
    client.on('error', () => undefined);
    if (this.#server.clients.size > this.#limits.connections) {
      client.close(TRY_AGAIN_LATER, 'too many connections');
      return;
    }
    const session = new Session(this.#chain, this.#hub, (text) => {
      if (client.bufferedAmount > this.#limits.backlogBytes) this.#cutOff(client);
      else client.send(text);
    });
    client.on('message', (data) => {
      session.receive(data.toString('utf8')).catch(() => client.close(BROKEN));
    });
    client.on('pong', () => this.#silent.delete(client));
    client.on('close', () => session.close());
  }

  /** Terminates shortly after a close frame, which may be stuck behind unread data. */
  #cutOff(client: WebSocket): void {
    if (client.readyState === client.OPEN) client.close(TOO_SLOW, 'too slow');
    client.terminate();
  }

  #ping(): void {
    for (const client of this.#server.clients) {
      if (this.#silent.has(client)) client.terminate();
      else {
        this.#silent.add(client);
        client.ping();
      }
    }
  }

  #closeAll(code: number): void {
    for (const client of this.#server.clients) client.close(code);
    setTimeout(() => {
      for (const client of this.#server.clients) client.terminate();
    }, this.#limits.farewellMs).unref();
  }
}
