import { ApiError } from './api-error.ts';
import { transport } from './transport.ts';
import { readSession } from './stored-session.ts';

/** A refusal of the chain's node, by its code. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(message: string, code: number, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Too many, or a provider that does not answer: every call may be made again. */
const PASSING: readonly number[] = [429, 502, 503, 504];
const RETRIES = 5;
const RETRY_AFTER_MS_MAX = 10_000;
const FIRST_WAIT_MS = 500;
const TIMEOUT_MS = 15_000;

/** One JSON-RPC call to the chain. Whole numbers beyond 2^53 come as text: see `rpcText`. */
export async function rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
  return (JSON.parse(await rpcText(method, params)) as { result: T }).result;
}

/** The answer as it came, for numbers that JavaScript would round. */
export async function rpcText(method: string, params: readonly unknown[]): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  for (let attempt = 0; ; attempt += 1) {
    const response = await post(body);
    if (PASSING.includes(response.status)) {
      // The server says in words of its own what went wrong behind it: nothing of the chain.
      if (attempt === RETRIES) throw unreachable(response.status);
      const askedMs = Number(response.headers.get('retry-after') ?? 0) * 1_000;
      const waitMs = Math.min(askedMs || 0, RETRY_AFTER_MS_MAX);
      await pause(Math.max(waitMs, FIRST_WAIT_MS * 2 ** attempt));
      continue;
    }
    const text = await response.text();
    const { error } = parsed(text);
    if (error !== undefined) throw new RpcError(error.message, error.code, error.data);
    if (!response.ok) throw unreachable(response.status);
    return text;
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

async function post(body: string): Promise<Response> {
  const { sessionToken } = readSession();
  const headers = {
    'content-type': 'application/json',
    ...(sessionToken === undefined ? {} : { 'x-session-token': sessionToken }),
  };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await transport.send('/rpc', { method: 'POST', headers, body, signal });
  } catch (cause) {
    throw unreachable(0, cause);
  }
}

function unreachable(status: number, cause?: unknown): ApiError {
  const facts = { status: 0, code: 'NETWORK', requestId: null, body: null };
  return new ApiError(`the chain's node did not answer (${status})`, facts, { cause });
}

function parsed(text: string): { error?: { code: number; message: string; data?: unknown } } {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
