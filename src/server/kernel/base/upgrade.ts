import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { LocalRpcAccess } from './local-rpc-access.ts';

/** Handles a websocket upgrade request. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Responds to an upgrade request with an HTTP error. */
export function refuseUpgrade(socket: Duplex, status: string, text: string): void {
  const headers = [
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${text}`);
}

/** Refuses websockets under a foreign Host or from foreign pages, because browsers let any page open a websocket. */
export function guardUpgrade(access: LocalRpcAccess, upgrade: Upgrade): Upgrade {
  return (request, socket, head) => {
    const refusal = access.refusalOf(request.headers);
    if (refusal === null) upgrade(request, socket, head);
    else if (refusal === 'host')
      refuseUpgrade(socket, '404 Not Found', 'There is no websocket here.\n');
    else refuseUpgrade(socket, '403 Forbidden', 'This page may not open a websocket here.\n');
  };
}
