import { Readable, finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '#domain/base/errors';
import { refuse } from '#domain/base/result';
import type { ConcurrencyLimit } from '../base/concurrency-limit.ts';
import { type Origin, hostOf } from '../base/origin.ts';
import { duringRequest } from '../base/purpose.ts';
import type { RecentSet } from '../base/recent-set.ts';
import type { Incoming, Route } from '../base/route.ts';
import type { Idempotency } from '../guards/idempotent.ts';
import { adminTokenOf } from '../guards/owner.ts';
import { OVERLOADED } from './load-shedding.ts';
import { incomingOf } from './incoming.ts';
import { parse } from './parse.ts';
import { onErrorText, sendRefusal, sendRefusalText } from './refusals.ts';

const FILE_RETRY_SECONDS = 30;

/** Shared context of all routes. */
export interface Shell {
  readonly origin: Origin;
  readonly idempotency: Idempotency;
  readonly calls: ConcurrencyLimit;
  /** Tokens of admin sessions. */
  readonly admins: RecentSet;
  readonly files: ConcurrencyLimit;
}

/** Registers a route. `/api/bonds/{id}` of the contract becomes `/api/bonds/:id` of the router. */
export function mount(app: FastifyInstance, shell: Shell, entry: Route): void {
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

/** Handles a request: takes a place, applies the guard, parses the input, then calls the action. */
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
    // Ends the stream, because for HEAD Fastify would read a file to its end without a place.
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
    // Applies the guard again after a wait: the session may have ended, or a pause begun.
    const still = hasWaited ? await guard(incoming) : allowed;
    return still.ok ? handle(call.value, still.value) : still;
  };
  // A streamed response cannot be stored under its key.
  return endpoint.isSecret || endpoint.mediaType
    ? carryOut(false)
    : idempotency.once({ incoming, actor, carryOut });
}

/** True for a write from a foreign page. Browsers send the page's origin, programs need not. */
function isForeign(origin: Origin, { method, headers }: Incoming): boolean {
  const from = headers['origin'];
  return method !== 'GET' && typeof from === 'string' && !origin.allows(from, hostOf(headers));
}

/** Returns the actor whose idempotency keys a request uses: user, owner's wallet, otherwise network. */
function actorOf(context: unknown, network: string): string {
  const { userId, actor } = (context ?? {}) as { userId?: string; actor?: string };
  return userId ?? actor ?? network;
}
