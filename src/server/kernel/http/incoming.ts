import type { FastifyRequest } from 'fastify';
import { sessionCookie } from '../base/cookie.ts';
import { networkOf } from '../base/network.ts';
import type { Incoming } from '../base/route.ts';

/** A request as guards and actions see it. */
export function incomingOf(request: FastifyRequest, isHttps: boolean): Incoming {
  const { id: requestId, method, ip, headers, params, query } = request;
  return {
    requestId,
    // A read without its body, and a read in everything else.
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
