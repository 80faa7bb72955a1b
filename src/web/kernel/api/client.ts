import type { AnswerOf, EndpointAt, FilePath, JsonPath, Method, RequestOf } from '#contract/api';

import { texts } from '../ui/texts/shared-texts.ts';
import { type AddressParts, addressOf } from './address-of.ts';
import { ApiError, answerError } from './api-error.ts';
import { transport } from './transport.ts';
import { readSession } from './stored-session.ts';

/** No call of the product takes longer; beyond it the user deserves an answer. */
const TIMEOUT_MS = 30_000;

/** The calls that carry the session token in a header; all others go by the cookie. */
const TOKEN_PATHS = ['/api/stakes', '/api/bonds', '/api/withdraw', '/api/lmt/sell'];

interface CallOptions {
  /** The same key gets the same answer, however often the call is sent. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** For what may take longer than a user would wait. */
  readonly timeoutMs?: number;
}

/** Any call's request, where the contract has already checked it. */
export type Request = AddressParts & CallOptions & { readonly body?: unknown };

/** The request of one endpoint, as the contract says; left out where nothing of it is needed. */
export type Asked<M extends Method, P extends string> =
  object extends RequestOf<EndpointAt<M, P>>
    ? [request?: RequestOf<EndpointAt<M, P>> & CallOptions]
    : [request: RequestOf<EndpointAt<M, P>> & CallOptions];

export type Answer<M extends Method, P extends string> = AnswerOf<EndpointAt<M, P>>;

/** Calls an endpoint and gives its JSON answer. Throws an ApiError for everything else. */
export async function call<M extends Method, P extends JsonPath<M>>(
  method: M,
  path: P,
  ...asked: Asked<M, P>
): Promise<Answer<M, P>>;
export async function call(method: Method, path: string, request: Request = {}): Promise<unknown> {
  const response = await send(method, path, request);
  if (!response.ok) throw await answerError(response);
  return response.json();
}

/** The file that an endpoint answers with. */
export async function callFile<P extends FilePath>(
  path: P,
  ...asked: Asked<'GET', P>
): Promise<Blob>;
export async function callFile(path: string, request: Request = {}): Promise<Blob> {
  const response = await send('GET', path, request);
  if (!response.ok) throw await answerError(response);
  return response.blob();
}

/** The answer as it came, whatever its status. Throws an ApiError where none came at all. */
export async function send(method: Method, path: string, request: Request): Promise<Response> {
  const { idempotencyKey, body, headers, signal, timeoutMs = TIMEOUT_MS } = request;
  const address = addressOf(path, request);
  const timeout = AbortSignal.timeout(timeoutMs);
  const init: RequestInit = {
    method,
    credentials: 'include',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...identity(address),
      ...headers,
    },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  try {
    return await transport.send(address, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const facts = { status: 0, code: 'NETWORK', requestId: null, body: null };
    throw new ApiError(texts.errors.network, facts, { cause });
  }
}

function identity(address: string): Record<string, string> {
  const { walletPublicKey, sessionToken } = readSession();
  const headers: Record<string, string> = {};
  if (walletPublicKey !== undefined) headers['x-wallet-address'] = walletPublicKey;
  if (sessionToken !== undefined && TOKEN_PATHS.some((part) => address.includes(part))) {
    headers['x-session-token'] = sessionToken;
  }
  return headers;
}
