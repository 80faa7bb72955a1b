import { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import type { PriceReport } from '#domain/terms/market';
import { readText, retryAfterMs, TooLarge } from '../base/response.ts';
import { BITFINEX } from './bitfinex.ts';
import { COINGECKO } from './coingecko.ts';
import { KRAKEN, KRAKEN_DISPLAYED } from './kraken.ts';
import { numbersAsText } from './numbers-as-text.ts';
import type { PriceSource } from './source.ts';

/** A source of market prices. */
export interface PriceProvider {
  readonly name: string;
  /** Its reports by symbol, from one request; none while it rests, and where it gave no answer. Never throws. */
  readonly reports: () => Promise<ReadonlyMap<string, PriceReport>>;
}

export interface ProviderOptions {
  /** Other addresses than the providers' own, by name. */
  readonly urls?: { readonly [name: string]: string };
  /** API keys, by name. */
  readonly keys?: { readonly [name: string]: string };
  /** A signal that fires when the time of one request is over. */
  readonly deadline?: (timeoutMs: number) => AbortSignal;
  /** Milliseconds that never jump; rests are measured with it. */
  readonly monotonicMs?: () => number;
  /** The wall clock, which providers date their prices by. */
  readonly nowMs?: () => number;
  /** Is told why there was no answer. */
  readonly note?: (provider: string, reason: string) => void;
  /** Ends requests under way: the server shuts down. */
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 5 * SECOND_MS;
const ANSWER_BYTES_MAX = 256 * 1024;

/** The market's prices, the most trusted provider first. */
export function createPriceProviders(options: ProviderOptions = {}): readonly PriceProvider[] {
  const sources = [KRAKEN, KRAKEN_DISPLAYED, BITFINEX, COINGECKO];
  return sources.map((source) => createProvider(source, options));
}

/** How long a provider has said the same of each asset; 0 where it says something new. */
function createStillness(monotonicMs: () => number) {
  const said = new Map<string, { readonly text: string; readonly since: number }>();
  return (symbol: string, value: unknown): number => {
    const [text, now] = [JSON.stringify(value), monotonicMs()];
    const before = said.get(symbol);
    if (before?.text === text) return now - before.since;
    said.set(symbol, { text, since: now });
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
  const unchangedMs = createStillness(monotonicMs);
  const breaker = createBreaker(monotonicMs);
  return {
    name,
    async reports() {
      if (breaker.isResting()) return new Map();
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

/** In our own words: a provider's may be anything. */
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
    // Unread, the body would hold its connection.
    void response.body?.cancel().catch(() => {});
    throw new HttpError(response);
  }
  return readText(response, ANSWER_BYTES_MAX);
}

const FAILURES_MAX = 3;
const FIRST_REST_MS = MINUTE_MS;
const REST_MS_MAX = 10 * MINUTE_MS;

/**
 * Leaves a provider alone that fails again and again: the third failure in a row is followed by a rest of a
 * minute, each further one by twice as long, up to ten minutes; after a rest one try decides.
 */
function createBreaker(monotonicMs: () => number) {
  let failures = 0;
  let until = -Infinity;
  return {
    isResting: () => monotonicMs() < until,
    succeeded: () => {
      failures = 0;
    },
    /** `askedMs`: how long the provider itself wants to be left alone. */
    failed: (askedMs: number | null) => {
      failures += 1;
      const own = failures < FAILURES_MAX ? 0 : FIRST_REST_MS * 2 ** (failures - FAILURES_MAX);
      until = monotonicMs() + Math.min(Math.max(own, askedMs ?? 0), REST_MS_MAX);
    },
  };
}
