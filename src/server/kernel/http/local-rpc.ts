import { ok, refuse } from '#domain/base/result';
import type { FastifyInstance } from 'fastify';
import type { Respond } from '../base/http-response.ts';
import { type LocalRpcAccess, type Rules, localRpcAccess } from '../base/local-rpc-access.ts';
import { type Upgrade, guardUpgrade } from '../base/upgrade.ts';
import type { Tallies } from '../events/tallies.ts';
import { countMore } from './rate-limit.ts';
import { sendRefusal } from './refusals.ts';
import { type Gate, RPC_PATH, rpc } from './rpc-route.ts';
import { websocket } from './websocket.ts';

/** A longer batch runs nothing, so its other entries are not counted. */
const ENTRIES_COUNTED_MAX = 100;
const PREFLIGHT_SECONDS = 86_400;

interface Limits {
  readonly limitsRates: boolean;
  readonly tallies: Tallies;
}

/** `/rpc` of the local network, over HTTP and websocket. */
export function localRpc(
  app: FastifyInstance,
  respond: Respond,
  options: Rules & Limits & { readonly upgrade: Upgrade },
): void {
  const access = localRpcAccess(options);
  rpc(app, respond, localGate(access, options));
  if (options.rpcOrigins.size > 0) allowGuests(app, access);
  websocket(app, guardUpgrade(access, options.upgrade));
}

/** Each entry of a batch counts as a request. */
function localGate(access: LocalRpcAccess, { limitsRates, tallies }: Limits): Gate {
  return async ({ headers, ip }, body) => {
    const refusal = access.refusalOf(headers);
    if (refusal === 'host') return refuse('NOT_FOUND', { what: 'The local network' });
    if (refusal === 'origin') return refuse('ORIGIN_REFUSED');
    // The request itself is counted with all others.
    const more = limitsRates ? Math.min(entriesOf(body), ENTRIES_COUNTED_MAX) - 1 : 0;
    const retryAfterSeconds = more > 0 ? countMore(tallies, ip, more) : null;
    if (retryAfterSeconds !== null) return refuse('RATE_LIMITED', { retryAfterSeconds });
    return ok({ spend: () => null, leave: () => {} });
  };
}

function entriesOf(body: string): number {
  try {
    const asked: unknown = JSON.parse(body);
    return Array.isArray(asked) ? asked.length : 1;
  } catch {
    return 1;
  }
}

/** CORS for the pages of `RPC_ORIGINS`. Other origins get no header, so that browsers hide responses from their pages. */
function allowGuests(app: FastifyInstance, access: LocalRpcAccess): void {
  app.addHook('onRequest', (request, reply, next) => {
    const guest = request.routeOptions.url === RPC_PATH ? access.guestOf(request.headers) : null;
    if (guest !== null)
      void reply.header('access-control-allow-origin', guest).header('vary', 'origin');
    next();
  });
  app.options(RPC_PATH, ({ headers }, reply) => {
    const isAllowed = access.guestOf(headers) !== null && access.refusalOf(headers) === null;
    if (!isAllowed) return sendRefusal(reply, refuse('ORIGIN_REFUSED').refusal);
    return reply
      .status(204)
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', '*')
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .send();
  });
}
