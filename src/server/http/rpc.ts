import { type Refusal, kindOf, messageOf } from '#domain/base/errors';
import { type Result, ok, refuse } from '#domain/base/result';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Budget } from '../base/budget.ts';
import type { Respond, Spend } from '../base/http-answer.ts';
import { type Origin, hostOf } from '../base/origin.ts';
import { duringRequest } from '../base/purpose.ts';
import type { Guard } from '../base/route.ts';
import { Slots } from '../base/slots.ts';
import { incomingOf } from './incoming.ts';
import { STATUS } from './refusals.ts';

const BODY_LIMIT = 128 * 1024;

/** JSON-RPC's own place for what a server says. */
const SERVER_ERROR = -32000;
const IN_FLIGHT_MAX = 32;
const IN_FLIGHT_PER_SESSION = 4;
const SESSION_BUDGET = { perMinute: 240, burst: 120 };
const NETWORK_BUDGET = { perMinute: 1_200, burst: 600 };
const NODE_BUDGET = { perMinute: 6_000, burst: 1_000 };

/** What stands before a provider that is paid for. */
export interface Toll {
  readonly session: Guard<{ readonly userId: string; readonly token: string }>;
  readonly origin: Origin;
  readonly limitsRates: boolean;
}

/**
 * `/rpc`: Solana's JSON-RPC, from the local network, which is open to all, or passed on to a provider
 * whose name never shows and whose calls cost money: those are for signed-in users, so many each.
 */
export function rpc(app: FastifyInstance, respond: Respond, toll: Toll | null): void {
  const enter = toll && tollGate(toll);
  app.post('/rpc', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const asked = typeof request.body === 'string' ? request.body : '';
    const entered = enter ? await enter(request) : ok({ spend: () => null, leave: () => {} });
    if (!entered.ok) return refuseCall(reply, entered.refusal);
    const { spend, leave } = entered.value;
    const { status, headers, body } = await duringRequest('POST /rpc', request.id, () =>
      respond(asked, spend).finally(leave),
    );
    return reply.status(status).headers(headers).send(body);
  });
}

/** The refusal as Solana's clients read it. */
function refuseCall(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, context } = refusal;
  if ('retryAfterSeconds' in context) void reply.header('retry-after', context.retryAfterSeconds);
  const error = { code: SERVER_ERROR, message: messageOf(refusal), data: { code } };
  return reply.status(STATUS[kindOf(code)]).send({ jsonrpc: '2.0', error, id: null });
}

interface Entered {
  readonly spend: Spend;
  readonly leave: () => void;
}

function tollGate({
  session,
  origin,
  limitsRates,
}: Toll): (request: FastifyRequest) => Promise<Result<Entered>> {
  const slots = new Slots(IN_FLIGHT_MAX, IN_FLIGHT_PER_SESSION);
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
    const leave = slots.take(caller.value.token);
    if (!leave) return refuse('RATE_LIMITED', { retryAfterSeconds: 1 });
    const spend = limitsRates ? spendFor(caller.value.userId, network) : (): null => null;
    return ok({ spend, leave });
  };
}

/** Each call is counted for its user, for where it comes from, and for the node. */
function budgets(): (userId: string, network: string) => Spend {
  const [ofUser, ofNetwork, ofNode] = [
    new Budget(SESSION_BUDGET),
    new Budget(NETWORK_BUDGET),
    new Budget(NODE_BUDGET),
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
