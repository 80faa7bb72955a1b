import { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import type { PriceReport } from '#domain/terms/price-reports';
import { readText, retryAfterMs, TooLarge } from '../base/response.ts';
import { BITFINEX } from './bitfinex.ts';
import { COINGECKO } from './coingecko.ts';
import { KRAKEN, KRAKEN_DISPLAYED } from './kraken.ts';
import { numbersAsText } from './numbers-as-text.ts';
import type { PriceSource } from './source.ts';

/** A source of market prices. */
export interface PriceProvider {
  readonly name: string;
  /** Requests reports by symbol. Empty on failure and while the circuit breaker is open. Never throws. */
  readonly reports: () => Promise<ReadonlyMap<string, PriceReport>>;
}

export interface ProviderOptions {
  /** Overrides of providers' URLs, by name. */
  readonly urls?: { readonly [name: string]: string };
  /** API keys, by name. */
  readonly keys?: { readonly [name: string]: string };
  /** Returns a signal that aborts after the time limit of one request. */
  readonly deadline?: (timeoutMs: number) => AbortSignal;
  /** Monotonic milliseconds, for the circuit breaker. */
  readonly monotonicMs?: () => number;
  /** Wall clock, for timestamps of prices. */
  readonly nowMs?: () => number;
  /** Called with the reason of a failure. */
  readonly note?: (provider: string, reason: string) => void;
  /** Aborts requests in flight on shutdown. */
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 5 * SECOND_MS;
const ANSWER_BYTES_MAX = 256 * 1024;

/** Creates the providers of market prices, most trusted first. */
export function createPriceProviders(options: ProviderOptions = {}): readonly PriceProvider[] {
  const sources = [KRAKEN, KRAKEN_DISPLAYED, BITFINEX, COINGECKO];
  return sources.map((source) => createProvider(source, options));
}

/** Returns a function for how long a provider's data of an asset is unchanged, in ms; 0 if it has changed. */
function createChangeTracker(monotonicMs: () => number) {
  const last = new Map<string, { readonly text: string; readonly since: number }>();
  return (symbol: string, value: unknown): number => {
    const [text, now] = [JSON.stringify(value), monotonicMs()];
    const before = last.get(symbol);
    if (before?.text === text) return now - before.since;
    last.set(symbol, { text, since: now });
    return 0;
  };
}

function createProvider(source: PriceSource, options: ProviderOptions): PriceProvider {
  const { nowMs = Date.now, note = () => {}, monotonicMs = () => performance.now() } = options;
  const { name } = source;
  const key = options.keys?.[name];
  const request: Request = {
    address: (options.urls?.[name] ?? source.url) + source.path,
    headers: key && source.keyHeader ? { [source.keyHeader]: key } : {},
  };
  const unchangedMs = createChangeTracker(monotonicMs);
  const breaker = createBreaker(monotonicMs);
  return {
    name,
    async reports() {
      if (breaker.isOpen()) return new Map();
      try {
        const answer = await ask(request, options);
        const reports = source.read(numbersAsText(answer), { nowMs: nowMs(), unchangedMs });
        if (reports.size === 0) throw new SyntaxError('no price in the answer');
        breaker.succeeded();
        return reports;
      } catch (error) {
        if (options.signal?.aborted === true) return new Map();
        breaker.failed(error instanceof HttpError ? error.retryAfterMs : null);
        note(name, reasonOf(error));
        return new Map();
      }
    },
  };
}

class HttpError extends Error {
  readonly retryAfterMs: number | null;

  constructor(response: Response) {
    super(`status ${response.status}`);
    this.retryAfterMs = retryAfterMs(response);
  }
}

/** Maps an error to a reason, without the provider's message. */
function reasonOf(error: unknown): string {
  if (error instanceof HttpError || error instanceof TooLarge) return error.message;
  if (error instanceof SyntaxError || error instanceof z.ZodError) return 'the answer is malformed';
  const { name } = error as Error;
  return name === 'TimeoutError' || name === 'AbortError' ? 'time-out' : 'unreachable';
}

interface Request {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function ask({ address, headers }: Request, options: ProviderOptions): Promise<string> {
  const { deadline = (ms) => AbortSignal.timeout(ms) } = options;
  const timeout = deadline(TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const response = await fetch(address, {
    headers: { accept: 'application/json', 'user-agent': 'lmt', ...headers },
    redirect: 'error',
    signal,
  });
  if (response.status !== 200) {
    // An unread body would block its connection.
    void response.body?.cancel().catch(() => {});
    throw new HttpError(response);
  }
  return readText(response, ANSWER_BYTES_MAX);
}

const FAILURES_MAX = 3;
const FIRST_PAUSE_MS = MINUTE_MS;
const PAUSE_MS_MAX = 10 * MINUTE_MS;

/**
 * Circuit breaker of a provider: opens for a minute after the third failure in a row, and for twice as long after each
 * further one, up to ten minutes.
 */
function createBreaker(monotonicMs: () => number) {
  let failures = 0;
  let until = -Infinity;
  return {
    isOpen: () => monotonicMs() < until,
    succeeded: () => {
      failures = 0;
    },
    /** @param askedMs the provider's Retry-After, which is respected up to the maximum */
    failed: (askedMs: number | null) => {
      failures += 1;
      const own = failures < FAILURES_MAX ? 0 : FIRST_PAUSE_MS * 2 ** (failures - FAILURES_MAX);
      until = monotonicMs() + Math.min(Math.max(own, askedMs ?? 0), PAUSE_MS_MAX);
    },
  };
}
