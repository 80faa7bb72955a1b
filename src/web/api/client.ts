import { texts } from '../texts/texts.ts';
import { ApiError, answerError } from './api-error.ts';
import { carrier } from './carrier.ts';
import { readSession } from './stored-session.ts';

/** No call of the product takes longer; beyond it the user deserves an answer. */
const TIMEOUT_MS = 30_000;

/** The calls that carry the session token in a header; all others go by the cookie. */
const TOKEN_PATHS = ['/api/stakes', '/api/bonds', '/api/withdraw', '/api/lmt/sell'];

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** For what may take longer than a user would wait. */
  readonly timeoutMs?: number;
}

/** Calls the server and gives its JSON answer. Throws an ApiError for everything else. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(path, options);
  if (!response.ok) throw await answerError(response);
  return (await response.json()) as T;
}

/** The answer as it came, whatever its status. Throws an ApiError where none came at all. */
export async function send(path: string, options: CallOptions): Promise<Response> {
  const { method = 'GET', body, headers = {}, signal, timeoutMs = TIMEOUT_MS } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const init: RequestInit = {
    method,
    credentials: 'include',
    headers: { ...type, ...identity(path), ...headers },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  try {
    return await carrier.send(path, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const facts = { status: 0, code: 'NETWORK', requestId: null, body: null };
    throw new ApiError(texts.errors.network, facts, { cause });
  }
}

function identity(path: string): Record<string, string> {
  const { walletPublicKey, sessionToken } = readSession();
  const headers: Record<string, string> = {};
  if (walletPublicKey !== undefined) headers['x-wallet-address'] = walletPublicKey;
  if (sessionToken !== undefined && TOKEN_PATHS.some((part) => path.includes(part))) {
    headers['x-session-token'] = sessionToken;
  }
  return headers;
}
