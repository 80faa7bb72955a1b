import type { ServerResponse } from 'node:http';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '#domain/base/result';
import { bodyOf } from './refusals.ts';

declare module 'node:net' {
  interface Socket {
    /** Until when it was told to wait, by `performance.now()`. */
    toldUntil?: number;
    /** Whether a refusal of one of its requests is held back. */
    isHeld?: boolean;
  }
}
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered with data: turned away at the front door while the node is full. */
    readonly isCall?: boolean;
  }
  interface FastifyRequest {
    /** Whether it was; there are thousands of them. */
    isShed: boolean;
  }
}

const RETRY_SECONDS = 1;
const RETRY_MS = RETRY_SECONDS * 1_000;
export const OVERLOADED = refuse('OVERLOADED', { retryAfterSeconds: RETRY_SECONDS }).refusal;

/**
 * Turns calls away as soon as their head is read, while the node is full. What a refusal takes is taken
 * from those who are served, so it passes by everything else; it is counted, not logged. A request that
 * comes sooner than told, by the same connection, is refused when that time is over, and not all at once:
 * else a crowd that asks without a pause would have the node do nothing but refuse.
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
    const isTooSoon = (socket.toldUntil ?? 0) > now;
    socket.toldUntil = now + RETRY_MS;
    if (!isTooSoon) return turnAway(reply.raw, request.id);
    // Requests sent behind one that is held would pile up; no browser or proxy sends any.
    if (socket.isHeld) return void socket.destroy();
    socket.isHeld = true;
    setTimeout(
      () => {
        socket.isHeld = false;
        turnAway(reply.raw, request.id);
      },
      RETRY_MS * (1 + Math.random()),
    );
  });
}

function turnAway(response: ServerResponse, requestId: string): void {
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
