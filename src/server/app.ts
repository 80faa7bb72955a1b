import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import { getEvents } from '#contract/base/events';
import { MINUTE_MS } from '#domain/base/time';
import Fastify, { type FastifyBaseLogger, LogController, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { cookieName } from './kernel/base/cookie.ts';
import { ConcurrencyLimit } from './kernel/base/concurrency-limit.ts';
import { RecentSet } from './kernel/base/recent-set.ts';
import { onClientError } from './kernel/http/client-errors.ts';
import { draining } from './kernel/http/draining.ts';
import { events } from './kernel/http/events.ts';
import { shedLoad } from './kernel/http/load-shedding.ts';
import { type MetricsAccess, metrics } from './kernel/http/metrics.ts';
import { mount } from './kernel/http/mount.ts';
import { openApi } from './kernel/http/openapi.ts';
import { limitRates } from './kernel/http/rate-limit.ts';
import { onError, shownUrl } from './kernel/http/refusals.ts';
import { hostOf } from './kernel/base/origin.ts';
import { Idempotency } from './kernel/guards/idempotent.ts';
import { adminTokenOf } from './kernel/guards/owner.ts';
import { session } from './kernel/guards/session.ts';
import { localRpc } from './kernel/http/local-rpc.ts';
import { probes } from './kernel/http/probes.ts';
import { clusterRpc } from './kernel/http/rpc-route.ts';
import { runbooks } from './kernel/http/runbooks.ts';
import type { Respond } from './kernel/base/http-response.ts';
import { securityHeaders } from './kernel/http/security.ts';
import { inlineIn, webApp } from './kernel/http/web-app.ts';
import type { ServerParts } from './start/server-parts.ts';
import { routes } from './start/routes.ts';
import { pingMs } from './alerts/health-queries.ts';
import { readJobRuns } from './kernel/jobs/job-runs.ts';
import { countAlerts } from './alerts/active-alerts.ts';

const BODY_LIMIT = 256 * 1024;
/** Maximum length of a path parameter, such as a list of symbols; the contract reports longer ones. */
const PARAM_CHARS_MAX = 2_000;
/** Time limit for receiving a complete request. */
const REQUEST_TIMEOUT_MS = 30_000;
const HTTP = {
  // Node applies the longer of the two limits to the whole request, and this one defaults to a minute.
  headersTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: 5_000,
};
/** Maximum calls in flight: as many as saturate a node, and the same number waiting. */
const CALLS_MAX = 64;
/** Divisor of one network's share: half, if callers are limited. */
const SHARE = 2;
/** Additional places for admin sessions that this node has let through, while they last. */
const OWNER_CALLS = 32;
const ADMIN_SESSION_MS = 30 * MINUTE_MS;
const ADMIN_SESSIONS_MAX = 100;
/** Maximum files sent at a time: each takes work and memory until its reader has received it. */
const FILES_MAX = 16;
const FILES_PER_NETWORK = 4;

export interface AppOptions {
  readonly logger: Logger;
  /** Handler of `/rpc`. */
  readonly rpc: Respond;
  readonly trustProxy: boolean | number | string;
  readonly metrics: MetricsAccess;
  /** True once the database and the chain have passed their first check, which `/readyz` waits for. */
  readonly isStarted: () => boolean;
  /** docs/RUNBOOKS.md. */
  readonly runbooks: string;
  /** Folder of the built web app; null to serve only the API. */
  readonly webFolder: string | null;
  /** Maximum calls in flight, if a test needs fewer. */
  readonly callsMax?: number;
}

/** Builds the HTTP server from its parts; does not listen yet. */
export async function buildApp(parts: ServerParts, options: AppOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.logger;
  const app = Fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: PARAM_CHARS_MAX },
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: HTTP,
    trustProxy: proxies(options.trustProxy),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors: onError,
    clientErrorHandler: onClientError,
  });
  draining(app);
  app.setErrorHandler(onError);
  const idempotency = new Idempotency(parts);
  app.addHook('preClose', async () => idempotency.close());
  const calls = callLimit(parts, idempotency, options.callsMax ?? CALLS_MAX);
  const admins = new RecentSet(ADMIN_SESSION_MS, ADMIN_SESSIONS_MAX);
  shedLoad(app, (request) => calls.isFull(admins.has(adminTokenOf(request))));
  logRequests(app);
  await securityHeaders(app, parts.origin.isHttps, inlineIn(options.webFolder));
  await app.register(compress, { threshold: 1_024 });
  if (parts.limitsRates) await limitRates(app, parts.tallies);
  const { database } = parts;
  const state = { alerts: () => countAlerts(database), jobs: () => readJobRuns(database) };
  metrics(app, { ...parts, ...state }, options.metrics);
  runbooks(app, options.runbooks);
  // Accepts only JSON, because any page may send text/plain cross-site without a preflight.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  const table = routes(parts);
  const shell = {
    origin: parts.origin,
    idempotency,
    calls,
    admins,
    files: new ConcurrencyLimit({ max: FILES_MAX, maxPerKey: FILES_PER_NETWORK }),
  };
  for (const entry of table) mount(app, shell, entry);
  const { owners, origin, limitsRates } = parts;
  const user = session(parts);
  if (parts.local) localRpc(app, options.rpc, { ...parts, upgrade: parts.local.upgrade });
  else clusterRpc(app, options.rpc, { session: user, origin, limitsRates });
  const { changes } = database;
  events(app, { changes, owners, isHttps: origin.isHttps }, user);
  probes(app, () => pingMs(database), options.isStarted);
  // Built on the first request, so that the start does not wait for it.
  let document: object | null = null;
  app.get('/api/docs', ({ headers }) => {
    const { version, origin } = parts;
    const cookie = cookieName(origin.isHttps);
    const about = { version, cookie, server: origin.of(hostOf(headers)) };
    document ??= openApi([...table.map(({ endpoint }) => endpoint), getEvents], about);
    return document;
  });
  await webApp(app, options.webFolder, parts.network);
  return app;
}

/** Assigns an id to every request, and logs it with its response. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    void reply.header('x-request-id', request.id);
    next();
  });
  app.addHook('onResponse', (request, reply, next) => {
    // A read changes nothing that other clients would have to reload.
    const { method } = request;
    const { isProbe = false } = request.routeOptions.config;
    const isQuiet = isProbe || request.isShed || (method === 'GET' && reply.statusCode < 400);
    const level = isQuiet ? 'debug' : 'info';
    request.log[level](
      {
        method,
        url: shownUrl(request.url.replace(/\?.*$/, '')),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    next();
  });
}

/** A number is the count of trusted proxies, from the server outwards. */
function proxies(
  trust: AppOptions['trustProxy'],
): boolean | string | ((_: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_, hop) => hop < trust : trust;
}

/** Limits calls in flight, which bounds every queue behind them, for connections and statements. */
function callLimit(
  { limitsRates, paymentWaits }: ServerParts,
  idempotency: Idempotency,
  max: number,
): ConcurrencyLimit {
  const maxPerKey = limitsRates ? Math.ceil(max / SHARE) : Number.POSITIVE_INFINITY;
  const idle = (): number => paymentWaits.waiting + idempotency.waiting;
  return new ConcurrencyLimit({ max, maxPerKey, reserved: OWNER_CALLS, idle });
}
