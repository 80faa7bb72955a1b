import { type Refusal, kindOf, messageOf } from '#domain/base/errors';
import { type Result, ok, refuse } from '#domain/base/result';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallBudget } from '../base/call-budget.ts';
import type { Respond, Spend } from '../base/http-response.ts';
import { type Origin, hostOf } from '../base/origin.ts';
import { duringRequest } from '../base/purpose.ts';
import type { Guard } from '../base/route.ts';
import { ConcurrencyLimit } from '../base/concurrency-limit.ts';
import { incomingOf } from './incoming.ts';
import { STATUS } from './refusals.ts';
import { websocket } from './websocket.ts';

export const RPC_PATH = '/rpc';
const BODY_LIMIT = 128 * 1024;

/** JSON-RPC code for implementation-defined server errors. */
const SERVER_ERROR = -32000;
const IN_FLIGHT_MAX = 32;
const IN_FLIGHT_PER_SESSION = 4;
const SESSION_BUDGET = { perMinute: 240, burst: 120 };
const NETWORK_BUDGET = { perMinute: 1_200, burst: 600 };
const NODE_BUDGET = { perMinute: 6_000, burst: 1_000 };

interface Entered {
  readonly spend: Spend;
  readonly leave: () => void;
}

/** Admits or refuses a request with this body. */
export type Gate = (request: FastifyRequest, body: string) => Promise<Result<Entered>>;

/** Access control of a paid provider. */
export interface ClusterAccess {
  readonly session: Guard<{ readonly userId: string; readonly token: string }>;
  readonly origin: Origin;
  readonly limitsRates: boolean;
}

/** Registers `/rpc`: Solana's JSON-RPC, served by the local network or forwarded to a provider. */
export function rpc(app: FastifyInstance, respond: Respond, enter: Gate): void {
  app.post(RPC_PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const asked = typeof request.body === 'string' ? request.body : '';
    const entered = await enter(request, asked);
    if (!entered.ok) return refuseCall(reply, entered.refusal);
    const { spend, leave } = entered.value;
    const { status, headers, body } = await duringRequest('POST /rpc', request.id, () =>
      respond(asked, spend).finally(leave),
    );
    return reply.status(status).headers(headers).send(body);
  });
}

/** Sends a refusal as a JSON-RPC error. */
function refuseCall(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, context } = refusal;
  if ('retryAfterSeconds' in context) void reply.header('retry-after', context.retryAfterSeconds);
  const error = { code: SERVER_ERROR, message: messageOf(refusal), data: { code } };
  return reply.status(STATUS[kindOf(code)]).send({ jsonrpc: '2.0', error, id: null });
}

/** Registers `/rpc` for a cluster, without a websocket. */
export function clusterRpc(app: FastifyInstance, respond: Respond, access: ClusterAccess): void {
  rpc(app, respond, clusterGate(access));
  websocket(app, null);
}

/** Requires a session and limits the calls to a provider, because they cost money. */
function clusterGate({ session, origin, limitsRates }: ClusterAccess): Gate {
  const limit = new ConcurrencyLimit({ max: IN_FLIGHT_MAX, maxPerKey: IN_FLIGHT_PER_SESSION });
  const spendFor = budgets();
  return async (request) => {
    const incoming = incomingOf(request, origin.isHttps);
    const { headers, network } = incoming;
    const page = headers['origin'];
    if (typeof page === 'string' && !origin.allows(page, hostOf(headers))) {
      return refuse('ORIGIN_REFUSED');
    }
    const caller = await session(incoming);
    if (!caller.ok) return caller;
    const leave = limit.acquire(caller.value.token);
    if (!leave) return refuse('RATE_LIMITED', { retryAfterSeconds: 1 });
    const spend = limitsRates ? spendFor(caller.value.userId, network) : (): null => null;
    return ok({ spend, leave });
  };
}

/** Limits calls per user, per network and per node. */
function budgets(): (userId: string, network: string) => Spend {
  const [ofUser, ofNetwork, ofNode] = [
    new CallBudget(SESSION_BUDGET),
    new CallBudget(NETWORK_BUDGET),
    new CallBudget(NODE_BUDGET),
  ];
  return (userId, network) => (calls) => {
    const spent = [
      [ofUser, userId],
      [ofNetwork, network],
      [ofNode, 'node'],
    ] as const;
    const waitMs = Math.max(...spent.map(([budget, who]) => budget.waitMs(who, calls)));
    if (waitMs > 0) return Math.ceil(waitMs / 1_000);
    for (const [budget, who] of spent) budget.spend(who, calls);
    return null;
  };
}
