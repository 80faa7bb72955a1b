import { randomUUID } from 'node:crypto';
import { Readable, finished } from 'node:stream';
import compress from '@fastify/compress';
import { getEvents } from '#contract/events';
import type { Refusal } from '#domain/base/errors';
import { refuse } from '#domain/base/result';
import { MINUTE_MS } from '#domain/base/time';
import Fastify, {
  type FastifyBaseLogger,
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import { cookieName } from './base/cookie.ts';
import { ConcurrencyLimit } from './base/concurrency-limit.ts';
import { RecentSet } from './base/recent-set.ts';
import { onClientError } from './http/client-errors.ts';
import { draining } from './http/draining.ts';
import { events } from './http/events.ts';
import { OVERLOADED, frontDoor } from './http/front-door.ts';
import { incomingOf } from './http/incoming.ts';
import { type MetricsAccess, metrics } from './http/metrics.ts';
import { openApi } from './http/openapi.ts';
import { parse } from './http/parse.ts';
import { limitRates } from './http/rate-limit.ts';
import { onError, onErrorText, sendRefusal, sendRefusalText, shownUrl } from './http/refusals.ts';
import { duringRequest } from './base/purpose.ts';
import { type Origin, hostOf } from './base/origin.ts';
import { Idempotency } from './guards/idempotent.ts';
import { adminTokenOf } from './guards/owner.ts';
import { session } from './guards/session.ts';
import type { Incoming, Route } from './base/route.ts';
import { localRpc } from './http/local-rpc.ts';
import { probes } from './http/probes.ts';
import { clusterRpc } from './http/rpc.ts';
import { runbooks } from './http/runbooks.ts';
import type { Respond } from './base/http-answer.ts';
import { securityHeaders } from './http/security.ts';
import { inlineIn, webApp } from './http/web-app.ts';
import type { Parts } from './parts.ts';
import { routes } from './routes.ts';
import { pingMs } from './store/admin/health.ts';
import { readJobRuns } from './store/admin/job-runs.ts';
import { countAlerts } from './store/admin/standing-alerts.ts';

const BODY_LIMIT = 256 * 1024;
/** For a list of symbols in a path; the contract says what is too long. */
const PARAM_CHARS_MAX = 2_000;
/** For a request to have come in whole. */
const REQUEST_TIMEOUT_MS = 30_000;
const HTTP = {
  // Of the two Node takes the longer one for the whole, and this one would be a minute.
  headersTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: 5_000,
};
/** Calls that are worked on at once: what saturates a node, and as much again to wait for it. */
const CALLS_MAX = 64;
/** One network's share of them, half, where callers are limited. */
const SHARE = 2;
/** And so many of the owner's beside them: of admin sessions that this node has let through, while they last. */
const OWNER_CALLS = 32;
const ADMIN_SESSION_MS = 30 * MINUTE_MS;
const ADMIN_SESSIONS_MAX = 100;
/** Files that go out to anyone at a time: each takes work and memory until its reader has all of it. */
const FILES_MAX = 16;
const FILES_PER_NETWORK = 4;
const FILE_RETRY_SECONDS = 30;

export interface AppOptions {
  readonly logger: Logger;
  /** What answers `/rpc`. */
  readonly rpc: Respond;
  readonly trustProxy: boolean | number | string;
  readonly metrics: MetricsAccess;
  /** True once the database and the chain have passed their first check, which `/readyz` waits for. */
  readonly isStarted: () => boolean;
  /** docs/RUNBOOKS.md. */
  readonly runbooks: string;
  /** The built web app; null where only the API is wanted. */
  readonly webFolder: string | null;
  /** Calls that are worked on at once, where a test wants fewer. */
  readonly callsMax?: number;
}

/** The HTTP server, built from its parts; nothing listens yet. */
export async function buildApp(parts: Parts, options: AppOptions): Promise<FastifyInstance> {
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
  frontDoor(app, (request) => calls.isFull(admins.has(adminTokenOf(request))));
  logRequests(app);
  await securityHeaders(app, parts.origin.isHttps, inlineIn(options.webFolder));
  await app.register(compress, { threshold: 1_024 });
  if (parts.limitsRates) await limitRates(app, parts.tallies);
  const { database } = parts;
  const state = { alerts: () => countAlerts(database), jobs: () => readJobRuns(database) };
  metrics(app, { ...parts, ...state }, options.metrics);
  runbooks(app, options.runbooks);
  // JSON alone: text/plain is what any page may send anywhere without being asked.
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
  // Written when it is first asked for: a start need not wait for it.
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

/** Names every request, and logs it when it is answered. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    void reply.header('x-request-id', request.id);
    next();
  });
  app.addHook('onResponse', (request, reply, next) => {
    // A read changes nothing that other clients would have to read again.
    const { method } = request;
    const { isProbe = false } = request.routeOptions.config;
    const isQuiet = isProbe || request.isTurnedAway || (method === 'GET' && reply.statusCode < 400);
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

/** A number is how many proxies, counted from us, are believed. */
function proxies(
  trust: AppOptions['trustProxy'],
): boolean | string | ((_: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_, hop) => hop < trust : trust;
}

/** Limit of calls in flight: it bounds every queue behind them, for connections and for statements. */
function callLimit(
  { limitsRates, paymentWaits }: Parts,
  idempotency: Idempotency,
  max: number,
): ConcurrencyLimit {
  const maxPerKey = limitsRates ? Math.ceil(max / SHARE) : Number.POSITIVE_INFINITY;
  const idle = (): number => paymentWaits.waiting + idempotency.waiting;
  return new ConcurrencyLimit({ max, maxPerKey, reserved: OWNER_CALLS, idle });
}

/** What every route is answered with. */
interface Shell {
  readonly origin: Origin;
  readonly idempotency: Idempotency;
  readonly calls: ConcurrencyLimit;
  /** Tokens of admin sessions. */
  readonly admins: RecentSet;
  readonly files: ConcurrencyLimit;
}

/** `/api/bonds/{id}` of the contract is `/api/bonds/:id` of the router. */
function mount(app: FastifyInstance, shell: Shell, entry: Route): void {
  const { method, path, refusesInText = false } = entry.endpoint;
  app.route({
    method,
    config: { isCall: !refusesInText },
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: (request, reply) =>
      duringRequest(`${method} ${path}`, request.id, () =>
        answer(shell, { request, reply, route: entry }),
      ),
    ...(refusesInText ? { errorHandler: onErrorText } : {}),
  });
}

/** Whether there is a place, who may, then what is asked, then what is done. */
async function answer(
  shell: Shell,
  {
    request,
    reply,
    route,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly route: Route },
): Promise<FastifyReply> {
  const incoming = incomingOf(request, shell.origin.isHttps);
  const refused = (refusal: Refusal): FastifyReply =>
    route.endpoint.refusesInText ? sendRefusalText(reply, refusal) : sendRefusal(reply, refusal);
  const leave = shell.calls.acquire(incoming.network, shell.admins.has(adminTokenOf(incoming)));
  if (!leave) return refused(OVERLOADED);
  try {
    const result = await carriedOut(shell, incoming, route);
    if (!result.ok) return refused(result.refusal);
    const { status, headers: own = {}, body: answered } = result.value;
    const send = (body: unknown): FastifyReply =>
      reply
        .status(status)
        .headers({ 'cache-control': 'no-store', ...own })
        .send(body);
    // Fastify would read a file to its end for the head alone, and in no one's place.
    if (answered instanceof Readable && request.method === 'HEAD') {
      answered.destroy();
      return send(Readable.from([]));
    }
    if (answered instanceof Readable && route.endpoint.access === 'anyone') {
      const release = shell.files.acquire(incoming.network);
      if (!release) {
        answered.destroy();
        return refused(refuse('RATE_LIMITED', { retryAfterSeconds: FILE_RETRY_SECONDS }).refusal);
      }
      finished(reply.raw, release);
    }
    return send(answered);
  } finally {
    leave();
  }
}

async function carriedOut(
  { origin, idempotency, admins }: Shell,
  incoming: Incoming,
  { endpoint, guard, handle }: Route,
): ReturnType<Route['handle']> {
  if (isForeign(origin, incoming)) return refuse('ORIGIN_REFUSED');
  const allowed = await guard(incoming);
  if (!allowed.ok) return allowed;
  if (endpoint.access === 'owner') admins.add(adminTokenOf(incoming));
  const call = parse(endpoint, incoming);
  if (!call.ok) return call;
  const actor = actorOf(allowed.value, incoming.network);
  const carryOut = async (hasWaited: boolean): ReturnType<Route['handle']> => {
    // The session may have ended meanwhile, a pause have begun.
    const still = hasWaited ? await guard(incoming) : allowed;
    return still.ok ? handle(call.value, still.value) : still;
  };
  // What is sent while it is made cannot be kept.
  return endpoint.isSecret || endpoint.mediaType
    ? carryOut(false)
    : idempotency.once({ incoming, actor, carryOut });
}

/** A write from a page that is not ours; browsers name the page, programs need not. */
function isForeign(origin: Origin, { method, headers }: Incoming): boolean {
  const from = headers['origin'];
  return method !== 'GET' && typeof from === 'string' && !origin.allows(from, hostOf(headers));
}

/** Whose keys a repeated request is looked up under. */
function actorOf(context: unknown, network: string): string {
  const { userId, actor } = (context ?? {}) as { userId?: string; actor?: string };
  return userId ?? actor ?? network;
}
