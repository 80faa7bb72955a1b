import type { ServerResponse } from 'node:http';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '#domain/base/result';
import { bodyOf } from './refusals.ts';

declare module 'node:net' {
  interface Socket {
    /** End of the last Retry-After, by `performance.now()`. */
    retryAt?: number;
    /** True while a refusal is delayed. */
    isHeld?: boolean;
  }
}
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks an API call, which is refused while the node is overloaded. */
    readonly isCall?: boolean;
  }
  interface FastifyRequest {
    /** True if the request was refused for overload. Logged at `debug` only, because there are thousands. */
    isShed: boolean;
  }
}

const RETRY_SECONDS = 1;
const RETRY_MS = RETRY_SECONDS * 1_000;
export const OVERLOADED = refuse('OVERLOADED', { retryAfterSeconds: RETRY_SECONDS }).refusal;

/**
 * Load shedding: refuses calls after their headers are read, while the node is full. A refusal skips all other hooks
 * and is counted, not logged, because it must be cheap. A retry on the same connection before its Retry-After is
 * refused only after that time, with jitter. Otherwise clients that retry without a pause would keep the node busy
 * with refusals.
 */
export function shedLoad(
  app: FastifyInstance,
  isFullFor: (request: FastifyRequest) => boolean,
): void {
  app.decorateRequest('isShed', false);
  app.addHook('onRequest', (request, reply, next) => {
    const { isCall = false } = request.routeOptions.config;
    if (!isCall || !isFullFor(request)) return next();
    request.isShed = true;
    reply.hijack();
    const { socket } = request.raw;
    const now = performance.now();
    const isTooSoon = (socket.retryAt ?? 0) > now;
    socket.retryAt = now + RETRY_MS;
    if (!isTooSoon) return sendOverloaded(reply.raw, request.id);
    // Pipelined requests behind a delayed refusal would pile up. Browsers and proxies send none.
    if (socket.isHeld) return void socket.destroy();
    socket.isHeld = true;
    setTimeout(
      () => {
        socket.isHeld = false;
        sendOverloaded(reply.raw, request.id);
      },
      RETRY_MS * (1 + Math.random()),
    );
  });
}

function sendOverloaded(response: ServerResponse, requestId: string): void {
  const body = JSON.stringify(bodyOf(OVERLOADED, requestId));
  response
    .writeHead(503, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'retry-after': String(RETRY_SECONDS),
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    })
    .end(body);
}
