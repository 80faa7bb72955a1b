import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Localnet } from './localnet.ts';

type Upgrade = Localnet['upgrade'];

/** Maximum request body of a cluster's RPC node. */
const MAX_BODY_BYTES = 50 * 1_024;
/** Same as the app's. With Node's default of 5 s, clients that reuse connections would fail. */
const KEEP_ALIVE_MS = 72_000;
/** Accepted Host headers. A page that points its DNS name at this machine (DNS rebinding) sends another one. */
const OWN_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const JSON_TYPE = /^application\/json *(;|$)/i;
/** Attempts to find two adjacent free ports. */
const PAIRS_TRIED = 20;

/** Running HTTP server of a chain. */
export interface Served {
  readonly url: string;
  /** Websocket URL: same host, next port, where web3.js looks for it. */
  readonly websocketUrl: string;
  close(): Promise<void>;
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}

const isForOwnHost = ({ headers }: IncomingMessage): boolean => OWN_HOST.test(headers.host ?? '');

const FOREIGN_HOST = 'Provided Host header is not whitelisted.\n';

/** Allows CORS for all origins, as a validator does: nothing behind this server needs protection. */
function allowPages({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  if (headers['access-control-request-method'] === undefined) return;
  response.setHeader('access-control-allow-methods', 'OPTIONS, POST');
  response.setHeader('access-control-allow-headers', '*');
  response.setHeader('access-control-max-age', '86400');
}

async function exchange(
  net: Localnet,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isForOwnHost(request)) {
    plain(response, 403, FOREIGN_HOST);
    return;
  }
  allowPages(request, response);
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  if (request.method !== 'POST') {
    plain(response, 405, 'Used HTTP Method is not allowed. POST is required\n');
    return;
  }
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    const required = 'Content-Type: application/json is required';
    plain(response, 415, `Supplied content type is not allowed. ${required}\n`);
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_BODY_BYTES) {
    plain(response, 413, 'Payload too large\n');
    return;
  }
  const { status, headers, body } = await net.respond(Buffer.concat(chunks).toString('utf8'));
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** HTTP server that upgrades websockets and can be closed while some are open. */
class Port {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(answer: RequestListener, upgrade: Upgrade) {
    this.#server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, answer);
    this.#server.on('upgrade', (request, socket, head) => {
      // Node removes its own error listener on upgrade; without one, a broken connection would end the process.
      socket.on('error', () => socket.destroy());
      upgrade(request, socket, head);
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Resolves with the port; rejects if it is in use. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      for (const socket of this.#sockets) socket.destroy();
    });
  }
}

/** Refuses websocket upgrades under a foreign Host header. */
function forOwnHost(upgrade: Upgrade): Upgrade {
  return (request, socket, head) => {
    if (isForOwnHost(request)) upgrade(request, socket, head);
    else socket.end(`HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n${FOREIGN_HOST}`);
  };
}

/** Serves websockets on a port of their own; null if the port is in use. */
export async function serveWebsocket(
  upgrade: Upgrade,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ close(): Promise<void> } | null> {
  const beside = new Port(
    (_, response) => plain(response, 426, 'A websocket is served here. Upgrade is required\n'),
    upgrade,
  );
  try {
    await beside.listen(host, port);
    return beside;
  } catch {
    return null;
  }
}

/**
 * Serves a chain over HTTP on loopback, and its websocket on the next port as well; port 0 picks any free
 * pair. If the next port is in use, calls `warn` and serves the websocket on the HTTP port only.
 */
export async function serveLocalnet(
  net: Localnet,
  port = 0,
  warn: (text: string) => void = (text) => process.emitWarning(text),
): Promise<Served> {
  const host = '127.0.0.1';
  const upgrade = forOwnHost((...asked) => net.upgrade(...asked));
  for (let tried = 1; ; tried++) {
    const http = new Port((request, response) => {
      exchange(net, request, response).catch(() => response.destroy());
    }, upgrade);
    const taken = await http.listen(host, port);
    const beside = await serveWebsocket(upgrade, { host, port: taken + 1 });
    if (beside === null && port === 0 && tried < PAIRS_TRIED) {
      await http.close();
      continue;
    }
    if (beside === null) {
      warn(`port ${taken + 1} is taken: the websocket is at ws://${host}:${taken} alone`);
    }
    return {
      url: `http://${host}:${taken}`,
      websocketUrl: `ws://${host}:${beside === null ? taken : taken + 1}`,
      close: async () => {
        await Promise.all([http.close(), beside?.close()]);
      },
    };
  }
}
