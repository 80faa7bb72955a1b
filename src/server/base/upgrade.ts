import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Origin, hostOf } from './origin.ts';

/** Takes over a connection that asks to become a websocket. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Answers a connection that becomes none. */
export function refuseUpgrade(socket: Duplex, status: string, text: string): void {
  const headers = [
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${text}`);
}

/** Refuses pages of other origins: a browser lets them open websockets anywhere, and names them. */
export function fromOwnPages(origin: Origin, upgrade: Upgrade): Upgrade {
  return (request, socket, head) => {
    const { origin: from } = request.headers;
    if (from === undefined || origin.allows(from, hostOf(request.headers))) {
      upgrade(request, socket, head);
    } else {
      refuseUpgrade(socket, '403 Forbidden', 'This page may not open a websocket here.\n');
    }
  };
}
