import { splitCredentials, percentDecoded } from '../base/url-credentials.ts';
import type { ProviderCalls } from '../base/provider-calls.ts';
import { TooLarge, readText, retryAfterMs } from '../base/response.ts';
import type { Reason } from './answer.ts';
import { parseJson, stringifyJson } from './json.ts';
import { isObject } from './json-shape.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Outcome of one POST to one provider. */
export type Reply =
  | { readonly kind: 'result'; readonly value: unknown }
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly message: string;
      readonly data: unknown;
    }
  | {
      readonly kind: 'trouble';
      readonly reason: Reason;
      readonly transient: boolean;
      readonly retryAfterMs: number | null;
    };

export interface Endpoint {
  readonly post: (method: string, params: readonly unknown[]) => Promise<Reply>;
  /** Texts that must not leave the server: address, key, password. */
  readonly secrets: readonly string[];
}

export interface EndpointOptions {
  readonly fetch?: Fetch;
  /** Time limit of one try. */
  readonly timeoutMs?: number;
  /** Returns a signal that aborts after the time limit of one try. */
  readonly deadline?: (timeoutMs: number) => AbortSignal;
  /** Counts every try, including genesis checks. */
  readonly calls?: ProviderCalls;
  /** Aborts calls in flight on shutdown. */
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 10_000;

export const trouble = (
  reason: Reason,
  transient: boolean,
  retryAfterMs: number | null = null,
): Reply => ({
  kind: 'trouble',
  reason,
  transient,
  retryAfterMs,
});

function refusalOf(response: Response): Reply {
  if (response.status === 429) return trouble('rate-limited', true, retryAfterMs(response));
  if (response.status >= 500) return trouble('http-error', true, retryAfterMs(response));
  return trouble('refused', false);
}

function readReply(text: string, id: number): Reply {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    return trouble('malformed', true);
  }
  // A response with another id is malformed.
  if (!isObject(body) || body['id'] !== id) return trouble('malformed', true);
  const error = body['error'];
  if (isObject(error)) {
    const { code, message, data } = error;
    if (typeof code !== 'number') return trouble('malformed', true);
    return { kind: 'error', code, message: typeof message === 'string' ? message : '', data };
  }
  return 'result' in body ? { kind: 'result', value: body['result'] } : trouble('malformed', true);
}

/** True if a part of a URL looks like a key. 'v2' and 'solana' do not, and occur in valid responses. */
const isKeyLike = (part: string): boolean =>
  part.length >= 16 || (part.length >= 8 && /\d/.test(part));

/** Returns all parts of a provider's URL that identify it or give access to it, longest first. */
function secretsOf(url: string): readonly string[] {
  const { href, host, hostname, username, password, pathname, searchParams } = new URL(url);
  const parts = [...pathname.split('/'), ...searchParams.values()].filter(isKeyLike);
  const keys = [...parts, username, password].filter((key) => key.length > 5);
  const all = [
    url,
    href,
    splitCredentials(url).href,
    host,
    hostname,
    ...keys,
    ...keys.map(percentDecoded),
  ];
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}

/** Creates the client of one provider. It sends each call once, without retries, and never throws. */
export function createEndpoint(
  url: string,
  options: EndpointOptions & { readonly answerBytesMax: number },
): Endpoint {
  const { href, headers } = splitCredentials(url);
  const { fetch: ask = fetch, timeoutMs = TIMEOUT_MS, calls, answerBytesMax } = options;
  const { deadline = (ms: number) => AbortSignal.timeout(ms) } = options;
  let id = 0;
  const post = async (method: string, params: readonly unknown[]): Promise<Reply> => {
    calls?.add(method, params);
    id += 1;
    const asked = id;
    const timeout = deadline(timeoutMs);
    const signals = options.signal ? [timeout, options.signal] : [timeout];
    try {
      const response = await ask(href, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: stringifyJson({ jsonrpc: '2.0', id: asked, method, params }),
        redirect: 'error',
        signal: AbortSignal.any(signals),
      });
      if (response.status !== 200) {
        // An unread body would block its connection.
        void response.body?.cancel().catch(() => {});
        return refusalOf(response);
      }
      return readReply(await readText(response, answerBytesMax), asked);
    } catch (error) {
      if (options.signal?.aborted === true) return trouble('aborted', false);
      if (error instanceof TooLarge) return trouble('too-large', false);
      return trouble(timeout.aborted ? 'time-out' : 'unreachable', true);
    }
  };
  return { post, secrets: secretsOf(url) };
}
