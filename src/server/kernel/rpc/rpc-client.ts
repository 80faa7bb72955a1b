import { setTimeout as sleep } from 'node:timers/promises';

import { type Answer, type Reason, type Unknown, unknown } from './answer.ts';
import { type GenesisCheck, withGenesisCheck } from './checked-endpoint.ts';
import { createCooldown, coolingLast } from './provider-cooldown.ts';
import { isRetryable, reasonOf } from './rpc-codes.ts';
import { type Endpoint, type EndpointOptions, type Reply, createEndpoint } from './endpoint.ts';

export interface RpcOptions extends EndpointOptions, Partial<GenesisCheck> {
  /** Provider, and optional fallback. */
  readonly urls: readonly string[];
  readonly wait?: (ms: number) => Promise<void>;
  readonly random?: () => number;
  /** Monotonic milliseconds, for cooldowns. */
  readonly monotonicMs?: () => number;
}

/** Outcome after all retries: result, error response, or failure. */
export type Outcome =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly data: unknown }
  | { readonly kind: 'trouble'; readonly reason: Reason };

export interface Provider {
  readonly call: (method: string, params: readonly unknown[], retries?: number) => Promise<Outcome>;
  /** True after a recent failure, or while far behind another provider: tried last, and without retries. */
  readonly isCooling: () => boolean;
}

/** Provider that can be marked as lagging. */
interface Compared extends Provider {
  readonly noteLag: (slots: number) => void;
}

export interface Rpc {
  /** Returns all providers, cooling ones last. */
  readonly providers: () => readonly Provider[];
  /** Calls providers in order and returns the first result. */
  readonly call: (method: string, params: readonly unknown[]) => Promise<Outcome>;
  /** Compares the providers' slots. A provider that lags is tried last until it has caught up. */
  readonly compare: () => Promise<void>;
}

/** Maximum lag, about a minute. */
export const SLOTS_BEHIND_MAX = 150;
const RETRIES = 5;
/** Retries if there is another provider. */
const RETRIES_BESIDE = 1;
const FIRST_DELAY_MS = 500;
const RETRY_AFTER_MS_MAX = 10_000;
const RETRY_AFTER_BESIDE_MS_MAX = 1_000;
const ANSWER_BYTES_MAX = 16_000_000;

function isTransient(reply: Reply): boolean {
  if (reply.kind === 'error') return isRetryable(reply.code);
  return reply.kind === 'trouble' && reply.transient;
}

function outcomeOf(reply: Reply): Outcome {
  if (reply.kind === 'trouble') return { kind: 'trouble', reason: reply.reason };
  if (reply.kind === 'error') return { kind: 'error', code: reply.code, data: reply.data };
  return reply;
}

interface Settings extends Required<Pick<RpcOptions, 'wait' | 'random' | 'monotonicMs'>> {
  /** True if there is a single provider. */
  readonly isOnlyProvider: boolean;
}

/** Exponential backoff from 500 ms with 20 % jitter. A longer Retry-After is respected, up to a bound. */
function delayMs(attempt: number, reply: Reply, { random, isOnlyProvider }: Settings): number {
  const own = FIRST_DELAY_MS * 2 ** attempt * (0.8 + 0.4 * random());
  const most = isOnlyProvider ? RETRY_AFTER_MS_MAX : RETRY_AFTER_BESIDE_MS_MAX;
  const asked = reply.kind === 'trouble' ? (reply.retryAfterMs ?? 0) : 0;
  return Math.round(Math.max(own, Math.min(asked, most)));
}

function createProvider(endpoint: Endpoint, settings: Settings): Compared {
  const cooling = createCooldown(settings.monotonicMs);
  let isLagging = false;
  const isCooling = (): boolean => isLagging || cooling.isCooling();
  const retriesNow = (): number => {
    if (settings.isOnlyProvider) return RETRIES;
    return isCooling() ? 0 : RETRIES_BESIDE;
  };
  return {
    isCooling,
    call: async (method, params, retries = retriesNow()) => {
      let reply = await endpoint.post(method, params);
      for (let attempt = 0; attempt < retries && isTransient(reply); attempt += 1) {
        await settings.wait(delayMs(attempt, reply, settings));
        reply = await endpoint.post(method, params);
      }
      cooling.note(reply.kind === 'trouble');
      return outcomeOf(reply);
    },
    noteLag: (slots) => {
      isLagging = slots > SLOTS_BEHIND_MAX;
    },
  };
}

/** Creates a JSON-RPC client that retries, falls back and never throws. Outcomes contain no address or key. */
export function createRpc(options: RpcOptions): Rpc {
  const { signal } = options;
  const settings: Settings = {
    wait: options.wait ?? ((ms) => sleep(ms, undefined, { signal }).catch(() => {})),
    random: options.random ?? Math.random,
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
    isOnlyProvider: options.urls.length === 1,
  };
  const all = options.urls.map((url) => {
    const endpoint = createEndpoint(url, { ...options, answerBytesMax: ANSWER_BYTES_MAX });
    return createProvider(withGenesisCheck(endpoint, options), settings);
  });
  const providers = (): readonly Provider[] => coolingLast(all);
  return {
    providers,
    call: async (method, params) => {
      let last: Outcome = { kind: 'trouble', reason: 'unreachable' };
      for (const provider of providers()) {
        last = await provider.call(method, params);
        // After an error another provider is tried, which may have the method, format or old blocks.
        if (last.kind === 'result') return last;
      }
      return last;
    },
    compare: async () => {
      if (settings.isOnlyProvider) return;
      const finalized = [{ commitment: 'finalized' }];
      const answers = await Promise.all(all.map(({ call }) => call('getSlot', finalized, 0)));
      const slots = answers.map((each) => (each.kind === 'result' ? Number(each.value) : null));
      const newest = Math.max(...slots.filter((slot) => slot !== null));
      // A provider that does not respond keeps its state.
      const lags = slots.map((slot) => (slot === null ? null : newest - slot));
      if (lags.some((lag) => lag !== null && lag > SLOTS_BEHIND_MAX)) {
        // A provider may report a slot without a block, compared to which all others would seem to lag.
        const block = await all[lags.indexOf(0)]?.call('getBlockTime', [newest], 0);
        if (block?.kind !== 'result' || typeof block.value !== 'number') return;
      }
      lags.forEach((lag, i) => lag !== null && all[i]?.noteLag(lag));
    },
  };
}

/** Converts a result with `reader`. Returns unknown for a failure or an unexpected shape. */
export function read<A extends Answer<unknown>>(
  outcome: Outcome,
  reader: (value: unknown) => A,
): A | Unknown {
  if (outcome.kind === 'trouble') return unknown(outcome.reason);
  if (outcome.kind === 'error') return unknown(reasonOf(outcome.code));
  try {
    return reader(outcome.value);
  } catch {
    // Readers throw on malformed results.
    return unknown('malformed');
  }
}
