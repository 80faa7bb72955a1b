import type { Reason } from './answer.ts';
import { type Cooling, createCooling, warmFirst } from './cooling.ts';
import { type Endpoint, type Fetch, type Reply, createEndpoint } from './endpoint.ts';
import { parseJson, stringifyJson } from './json.ts';
import { scrub } from './scrub.ts';
import { isObject } from './shape.ts';

export interface RpcProxyOptions {
  readonly urls: readonly string[];
  readonly fetch?: Fetch;
  readonly timeoutMs?: number;
  readonly deadline?: (timeoutMs: number) => AbortSignal;
  /** Milliseconds that never jump; how long a provider is passed over is measured with it. */
  readonly monotonicMs?: () => number;
  readonly bodyBytesMax?: number;
  readonly batchMax?: number;
  readonly answerBytesMax?: number;
}

export interface ProxyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RpcProxy {
  readonly respond: (body: string) => Promise<ProxyAnswer>;
}

/** What a browser needs to pay, to look and to wait. Lists over all accounts or blocks are not among it. */
const METHODS: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getBalance',
  'getBlockHeight',
  'getEpochInfo',
  'getFeeForMessage',
  'getGenesisHash',
  'getHealth',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSlot',
  'getTokenAccountBalance',
  'getTokenAccountsByOwner',
  'getTransaction',
  'getVersion',
  'isBlockhashValid',
  'sendTransaction',
  'simulateTransaction',
]);

const TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 64_000;
const BATCH_MAX = 10;
const ANSWER_BYTES_MAX = 2_000_000;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const SERVER_ERROR = -32000;

type Id = string | number | bigint | null;

/** One answer of a batch, and the HTTP status that it would have alone. */
interface Single {
  readonly status: number;
  readonly body: object;
}

const failure = (id: Id, status: number, code: number, message: string): Single => ({
  status,
  body: { jsonrpc: '2.0', error: { code, message }, id },
});

const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

const answerOf = (status: number, body: unknown): ProxyAnswer => ({
  status,
  headers: HEADERS,
  body: stringifyJson(body),
});

function isId(value: unknown): value is Id {
  return value === null || ['string', 'number', 'bigint'].includes(typeof value);
}

/** Lists within lists without end can be read but not written. */
function canBeWritten(value: unknown): boolean {
  try {
    return stringifyJson(value).length > 0;
  } catch {
    return false;
  }
}

/** Our own words for what went wrong behind us. */
function unavailable(id: Id, reason: Reason): Single {
  if (reason === 'time-out')
    return failure(id, 504, SERVER_ERROR, 'The network did not answer in time');
  if (reason === 'rate-limited') return failure(id, 503, SERVER_ERROR, 'The network is busy');
  if (reason === 'too-large') return failure(id, 502, SERVER_ERROR, 'The answer is too large');
  return failure(id, 502, SERVER_ERROR, 'The network cannot be reached');
}

interface Upstream extends Endpoint, Cooling {}

/** Asks one provider after another, each once: the browser itself asks again. */
async function firstReply(
  upstreams: readonly Upstream[],
  method: string,
  params: readonly unknown[],
): Promise<Reply> {
  let reply: Reply = {
    kind: 'trouble',
    reason: 'unreachable',
    transient: true,
    retryAfterMs: null,
  };
  for (const upstream of warmFirst(upstreams)) {
    reply = await upstream.post(method, params);
    upstream.note(reply.kind === 'trouble');
    if (reply.kind !== 'trouble') return reply;
  }
  return reply;
}

async function single(upstreams: readonly Upstream[], request: unknown): Promise<Single> {
  if (!isObject(request)) return failure(null, 400, INVALID_REQUEST, 'Invalid request');
  const { jsonrpc, method, params = [], id } = request;
  // Notifications get no answer on a cluster; here they are refused, so that every call is counted.
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId(id) || !Array.isArray(params)) {
    return failure(isId(id) ? id : null, 400, INVALID_REQUEST, 'Invalid request');
  }
  if (!METHODS.has(method)) return failure(id, 200, METHOD_NOT_FOUND, 'Method not found');
  if (!canBeWritten(params)) return failure(id, 400, INVALID_REQUEST, 'Invalid request');
  const reply = await firstReply(upstreams, method, params as unknown[]);
  if (reply.kind === 'trouble') return unavailable(id, reply.reason);
  const secrets = upstreams.flatMap(({ secrets: own }) => own);
  if (reply.kind === 'result') {
    return { status: 200, body: { jsonrpc: '2.0', result: scrub(reply.value, secrets), id } };
  }
  const { code, message, data } = reply;
  const error = scrub({ code, message, ...(data === undefined ? {} : { data }) }, secrets);
  return { status: 200, body: { jsonrpc: '2.0', error, id } };
}

/**
 * `/rpc` in front of a real cluster: passes an allow-list of methods on, so that the browser needs
 * no provider key. Neither the provider's address nor its key appears in any answer.
 */
export function createRpcProxy(options: RpcProxyOptions): RpcProxy {
  const { bodyBytesMax = BODY_BYTES_MAX, batchMax = BATCH_MAX } = options;
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const upstreams = options.urls.map((url) => ({
    ...createCooling(monotonicMs),
    ...createEndpoint(url, {
      fetch: options.fetch ?? fetch,
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      deadline: options.deadline ?? ((ms) => AbortSignal.timeout(ms)),
      answerBytesMax: options.answerBytesMax ?? ANSWER_BYTES_MAX,
    }),
  }));
  const refuse = (status: number, code: number, message: string): ProxyAnswer =>
    answerOf(status, failure(null, status, code, message).body);
  return {
    respond: async (body) => {
      if (Buffer.byteLength(body) > bodyBytesMax) {
        return refuse(413, INVALID_REQUEST, 'The request is too large');
      }
      let request: unknown;
      try {
        request = parseJson(body);
      } catch {
        return refuse(400, PARSE_ERROR, 'Parse error');
      }
      if (!Array.isArray(request)) {
        const { status, body: answer } = await single(upstreams, request);
        return answerOf(status, answer);
      }
      if (request.length === 0 || request.length > batchMax) {
        return refuse(400, INVALID_REQUEST, `A batch holds 1 to ${batchMax} requests`);
      }
      const answers = await Promise.all(request.map((item) => single(upstreams, item)));
      return answerOf(
        200,
        answers.map(({ body: answer }) => answer),
      );
    },
  };
}
