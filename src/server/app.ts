import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { metrics } from './http/metrics.ts';
import { openApi } from './http/openapi.ts';
import { parse } from './http/parse.ts';
import { onError, sendRefusal } from './http/refusals.ts';
import type { HttpAnswer } from './http/http-answer.ts';
import type { Route } from './http/route.ts';
import { rpc } from './http/rpc.ts';
import { securityHeaders } from './http/security.ts';
import { webApp } from './http/web-app.ts';
import type { Parts } from './parts.ts';
import { routes } from './routes.ts';
import { statement } from './store/database.ts';

const BODY_LIMIT = 256 * 1024;
const REQUESTS_PER_MINUTE = 1_200;

export interface AppOptions {
  readonly logger: Logger;
  /** What answers `/rpc`. */
  readonly rpc: (body: string) => Promise<HttpAnswer>;
  readonly rateLimits: boolean;
  readonly isHttps: boolean;
  readonly trustProxy: boolean | string;
  /** The built web app; null where only the API is wanted. */
  readonly webFolder: string | null;
}

/** The HTTP server, built from its parts; nothing listens yet. */
export async function buildApp(parts: Parts, options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.logger,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy,
    disableRequestLogging: true,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  }) as unknown as FastifyInstance;
  app.setErrorHandler(onError);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    // What was only looked at is of interest to nobody who did not ask for it.
    const level = request.method === 'GET' && reply.statusCode < 400 ? 'debug' : 'info';
    const { method, url } = request;
    request.log[level](
      { method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
  await securityHeaders(app, options.isHttps);
  await app.register(compress, { threshold: 1_024 });
  if (options.rateLimits) {
    await app.register(rateLimit, { max: REQUESTS_PER_MINUTE, timeWindow: '1 minute' });
  }
  metrics(app);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  const table = routes(parts);
  for (const entry of table) mount(app, entry);
  rpc(app, options.rpc);
  app.get('/healthz', () => health(parts));
  const document = openApi(
    table.map(({ endpoint }) => endpoint),
    parts.version,
  );
  app.get('/api/docs', () => document);
  await webApp(app, options.webFolder);
  return app;
}

/** `/api/bonds/{id}` of the contract is `/api/bonds/:id` of the router. */
function mount(app: FastifyInstance, entry: Route): void {
  app.route({
    method: entry.endpoint.method,
    url: entry.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: (request, reply) => answer(request, reply, entry),
  });
}

/** Who may, then what is asked, then what is done. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint, guard, handle }: Route,
): Promise<FastifyReply> {
  const { id: requestId, headers, params, query } = request;
  const incoming = { requestId, headers, params, query, body: request.body as string | undefined };
  const allowed = await guard(incoming);
  if (!allowed.ok) return sendRefusal(reply, allowed.refusal);
  const call = parse(endpoint, incoming);
  if (!call.ok) return sendRefusal(reply, call.refusal);
  const result = await handle(call.value, allowed.value);
  if (!result.ok) return sendRefusal(reply, result.refusal);
  const { status, body } = result.value;
  return reply.status(status).header('cache-control', 'no-store').send(body);
}

const PING = statement('ping', 'select 1 as one');

async function health({ database }: Parts): Promise<{ ok: true }> {
  await database.query(PING);
  return { ok: true };
}
