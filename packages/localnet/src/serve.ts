import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Localnet } from './localnet.ts';

/** What a cluster's nodes take as the body of one request. */
const MAX_BODY_BYTES = 50 * 1_024;

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}

async function exchange(
  net: Localnet,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    plain(response, 405, 'Used HTTP Method is not allowed. POST is required\n');
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

/** Puts a chain behind an HTTP server of its own on the loopback; port 0 takes any free one. */
export function serveLocalnet(
  net: Localnet,
  port = 0,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    exchange(net, request, response).catch(() => response.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo;
      resolve({
        url: `http://127.0.0.1:${taken}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
