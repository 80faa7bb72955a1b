import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { refuse } from '#domain/base/result';
import { bodyOf } from './refusals.ts';

/** Status and issue for each error code of Node's HTTP parser. */
const FAULTS: Readonly<Record<string, readonly [status: string, issue: string]>> = {
  HPE_HEADER_OVERFLOW: ['400 Bad Request', 'path: it is longer than 16 kB with its headers'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'it did not come in whole in time'],
};
const OTHER = ['400 Bad Request', 'it is no HTTP request'] as const;

/** Responds to an unparsable request, in the common shape of refusals. */
export function onClientError(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, issue] = FAULTS[error.code ?? ''] ?? OTHER;
  const requestId = randomUUID();
  const { refusal } = refuse('MALFORMED', { issues: [issue] });
  const body = JSON.stringify(bodyOf(refusal, requestId));
  const head = [
    `HTTP/1.1 ${status}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'content-type: application/json; charset=utf-8',
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
