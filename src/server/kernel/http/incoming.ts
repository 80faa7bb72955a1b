import type { FastifyRequest } from 'fastify';
import { sessionCookie } from '../base/cookie.ts';
import { networkOf } from '../base/network.ts';
import type { Incoming } from '../base/route.ts';

/** Converts a Fastify request for guards and actions. */
export function incomingOf(request: FastifyRequest, isHttps: boolean): Incoming {
  const { id: requestId, method, ip, headers, params, query } = request;
  return {
    requestId,
    // HEAD is handled as GET; only the response body is omitted.
    method: method === 'HEAD' ? 'GET' : method,
    path: request.url.replace(/\?.*$/, ''),
    network: networkOf(ip),
    headers,
    sessionCookie: sessionCookie(headers['cookie'], isHttps),
    params,
    query,
    body: request.body as string | undefined,
  };
}
