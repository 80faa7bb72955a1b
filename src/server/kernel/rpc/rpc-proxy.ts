import type { Till } from '#domain/payments/deposit';
import { referenceOf } from '#proof/files/reference';
import type { HttpResponse, Respond } from '../base/http-response.ts';
import { type GenesisCheck, withGenesisCheck } from './checked-endpoint.ts';
import { type Cooldown, createCooldown, coolingLast } from './provider-cooldown.ts';
import {
  type Endpoint,
  type EndpointOptions,
  type Reply,
  createEndpoint,
  trouble,
} from './endpoint.ts';
import { parseJson, stringifyJson } from './json.ts';
import { paysTreasury } from './pays-treasury.ts';
import { METHOD_NOT_FOUND, troubleIn } from './rpc-codes.ts';
import { isObject } from './json-shape.ts';

export interface RpcProxyOptions extends EndpointOptions, Partial<GenesisCheck> {
  readonly urls: readonly string[];
  /** Only transactions that pay this treasury or are signed by it are forwarded. */
  readonly till: Till;
  /** Monotonic milliseconds, for cooldowns. */
  readonly monotonicMs?: () => number;
  readonly answerBytesMax?: number;
}

export interface RpcProxy {
  readonly respond: Respond;
}

/** Methods that the web app uses. Others are refused, because calls cost money. */
const METHODS: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getBalance',
  'getBlockHeight',
  'getFeeForMessage',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getTokenAccountBalance',
  'getTransaction',
  'sendTransaction',
  'simulateTransaction',
]);
/** Cost of an archive search, in calls. */
const ARCHIVE_CALLS = 10;
const ARCHIVE_METHODS: ReadonlySet<string> = new Set(['getSignaturesForAddress', 'getTransaction']);
/** Those whose first parameter is a transaction. */
const TRANSACTION_METHODS: ReadonlySet<string> = new Set([
  'sendTransaction',
  'simulateTransaction',
]);

const BODY_BYTES_MAX = 64_000;
const BATCH_MAX = 10;
const ANSWER_BYTES_MAX = 128_000;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const TOO_LARGE = 'The answer is too large';
const INVALID_PARAMS = -32602;
const SERVER_ERROR = -32000;

type Id = string | number | bigint | null;

/** Response to one request, with its HTTP status outside of a batch. */
interface Single {
  readonly status: number;
  readonly body: object;
  readonly retryAfterSeconds?: number;
}

interface RpcError {
  readonly code: number;
  readonly message: string;
}

const INVALID: RpcError = { code: INVALID_REQUEST, message: 'Invalid request' };
const UNKNOWN: RpcError = { code: METHOD_NOT_FOUND, message: 'Method not found' };
const badParams = (message: string): RpcError => ({ code: INVALID_PARAMS, message });
const serverError = (message: string): RpcError => ({ code: SERVER_ERROR, message });

const failure = (id: Id, status: number, error: RpcError): Single => ({
  status,
  body: { jsonrpc: '2.0', error, id },
});

const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

const answerOf = (status: number, body: unknown, retryAfterSeconds?: number): HttpResponse => ({
  status,
  headers:
    retryAfterSeconds === undefined
      ? HEADERS
      : { ...HEADERS, 'retry-after': String(retryAfterSeconds) },
  body: stringifyJson(body),
});

function isId(value: unknown): value is Id {
  return value === null || ['string', 'number', 'bigint'].includes(typeof value);
}

/** False for values nested so deeply that JSON.stringify overflows the stack. */
function canBeWritten(value: unknown): boolean {
  try {
    return stringifyJson(value).length > 0;
  } catch {
    return false;
  }
}

/** Builds the response for a provider failure, without the provider's message. */
function unavailable(id: Id, { reason, retryAfterMs }: Trouble): Single {
  if (reason === 'time-out')
    return failure(id, 504, serverError('The network did not answer in time'));
  if (reason === 'rate-limited') {
    const retryAfterSeconds = Math.max(1, Math.ceil((retryAfterMs ?? 0) / 1_000));
    return { ...failure(id, 429, serverError('The network is busy')), retryAfterSeconds };
  }
  if (reason === 'behind') {
    const behind = failure(id, 503, serverError('The network is behind'));
    return { ...behind, retryAfterSeconds: 1 };
  }
  if (reason === 'too-large') return failure(id, 502, serverError(TOO_LARGE));
  return failure(id, 502, serverError('The network cannot be reached'));
}

type Trouble = Extract<Reply, { kind: 'trouble' }>;

interface Upstream extends Endpoint, Cooldown {}

const UNREACHABLE = trouble('unreachable', true);

/** Calls a provider and notes if it failed. */
type Ask = (upstream: Upstream) => Promise<Reply>;

const asking =
  (method: string, params: readonly unknown[]): Ask =>
  async (upstream) => {
    const reply = troubleIn(await upstream.post(method, params));
    upstream.note(reply.kind === 'trouble');
    return reply;
  };

/** Tries providers in order, each once, because the browser retries. */
async function firstReply(upstreams: readonly Upstream[], ask: Ask): Promise<Reply> {
  let reply: Reply = UNREACHABLE;
  for (const upstream of coolingLast(upstreams)) {
    reply = await ask(upstream);
    if (reply.kind !== 'trouble') return reply;
  }
  return reply;
}

/** Sends a transaction through every provider, because a provider may accept it and then drop it. */
async function anyReply(upstreams: readonly Upstream[], ask: Ask): Promise<Reply> {
  const replies = upstreams.map(ask);
  const taken = replies.map(async (asked) => {
    const reply = await asked;
    if (reply.kind !== 'result') throw new Error(reply.kind);
    return reply;
  });
  // If none accepted it, an error response is preferred to a failure.
  return Promise.any(taken).catch(async () => {
    const all = await Promise.all(replies);
    return all.find(({ kind }) => kind === 'error') ?? all[0] ?? UNREACHABLE;
  });
}

interface Network {
  readonly upstreams: readonly Upstream[];
  readonly till: Till;
}

async function single({ upstreams, till }: Network, request: unknown): Promise<Single> {
  if (!isObject(request)) return failure(null, 400, INVALID);
  const { jsonrpc, method, params = [], id } = request;
  // A cluster does not respond to notifications. They are refused here, so that every call is counted.
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId(id) || !Array.isArray(params)) {
    return failure(isId(id) ? id : null, 400, INVALID);
  }
  if (!METHODS.has(method)) return failure(id, 200, UNKNOWN);
  // The Verify screen lists the treasury's anchors, which is the only list that the web app needs.
  const isList = method === 'getSignaturesForAddress';
  if (isList && params[0] !== referenceOf(till.treasury)) return failure(id, 200, UNKNOWN);
  if (!canBeWritten(params)) return failure(id, 400, INVALID);
  if (TRANSACTION_METHODS.has(method) && !paysTreasury(params[0], till)) {
    return failure(id, 200, badParams('Only payments to the treasury are passed on'));
  }
  if (method === 'getAccountInfo' && params[0] !== till.treasuryTokenAccount) {
    return failure(id, 200, badParams('Only the treasury’s account is passed on'));
  }
  const reached = method === 'sendTransaction' ? anyReply : firstReply;
  const reply = await reached(upstreams, asking(method, params as unknown[]));
  if (reply.kind === 'trouble') return unavailable(id, reply);
  const secrets = upstreams.flatMap(({ secrets: own }) => own);
  if (reply.kind === 'result') {
    return { status: 200, body: { jsonrpc: '2.0', result: scrub(reply.value, secrets), id } };
  }
  const { code, message, data } = reply;
  const error = scrub({ code, message, ...(data === undefined ? {} : { data }) }, secrets);
  return { status: 200, body: { jsonrpc: '2.0', error, id } };
}

/**
 * Creates the `/rpc` proxy of a real cluster, so that the browser needs no provider key. Forwards an allow-list of
 * methods. Removes provider addresses and keys from responses.
 */
export function createRpcProxy(options: RpcProxyOptions): RpcProxy {
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const answerBytesMax = options.answerBytesMax ?? ANSWER_BYTES_MAX;
  const upstreams = options.urls.map((url) => {
    const endpoint = createEndpoint(url, { ...options, answerBytesMax });
    return { ...createCooldown(monotonicMs), ...withGenesisCheck(endpoint, options) };
  });
  const network = { upstreams, till: options.till };
  const refuse = (status: number, code: number, message: string): HttpResponse =>
    answerOf(status, failure(null, status, { code, message }).body);
  return {
    respond: async (body, spend = () => null) => {
      if (Buffer.byteLength(body) > BODY_BYTES_MAX) {
        return refuse(413, INVALID_REQUEST, 'The request is too large');
      }
      let request: unknown;
      try {
        request = parseJson(body);
      } catch {
        return refuse(400, PARSE_ERROR, 'Parse error');
      }
      const isBatch = Array.isArray(request);
      const asked: readonly unknown[] = Array.isArray(request) ? request : [request];
      if (asked.length === 0 || asked.length > BATCH_MAX) {
        return refuse(400, INVALID_REQUEST, `A batch holds 1 to ${BATCH_MAX} requests`);
      }
      const waitSeconds = spend(asked.reduce((calls: number, one) => calls + callsOf(one), 0));
      if (waitSeconds !== null) {
        const { body: answer } = failure(null, 429, serverError('Too many requests'));
        return answerOf(429, answer, waitSeconds);
      }
      if (!isBatch) {
        const { status, body: answer, retryAfterSeconds } = await single(network, request);
        return answerOf(status, answer, retryAfterSeconds);
      }
      return answerOf(200, await batch(network, asked, answerBytesMax));
    },
  };
}

/** Cost of a request, in calls. */
const callsOf = (request: unknown): number => (searchesArchive(request) ? ARCHIVE_CALLS : 1);

function searchesArchive(request: unknown): boolean {
  if (!isObject(request)) return false;
  const { method, params } = request;
  if (method !== 'getSignatureStatuses') return ARCHIVE_METHODS.has(String(method));
  const options: unknown = Array.isArray(params) ? params[1] : null;
  return isObject(options) && options['searchTransactionHistory'] === true;
}

/** Runs a batch in sequence. The total size is limited like a single response, so that a batch bypasses no limit. */
async function batch(
  network: Network,
  asked: readonly unknown[],
  bytesMax: number,
): Promise<object[]> {
  const answers: object[] = [];
  let bytes = 0;
  for (const request of asked) {
    const { body } = await single(network, request);
    bytes += Buffer.byteLength(stringifyJson(body));
    const id = (body as { readonly id: Id }).id;
    answers.push(bytes > bytesMax ? failure(id, 502, serverError(TOO_LARGE)).body : body);
  }
  return answers;
}

const HIDDEN = 'the provider';

/** Copies a JSON value and replaces secrets in its strings. */
function scrub(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    return secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), value);
  }
  if (Array.isArray(value)) return value.map((item) => scrub(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, scrub(item, secrets)]),
  );
}
