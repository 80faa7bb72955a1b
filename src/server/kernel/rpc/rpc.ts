import { setTimeout as sleep } from 'node:timers/promises';

import { type Answer, type Reason, type Unknown, unknown } from './answer.ts';
import { type GenesisCheck, withGenesisCheck } from './checked-endpoint.ts';
import { createCooldown, coolingLast } from './provider-cooldown.ts';
import { isPassing, reasonOf } from './rpc-codes.ts';
import { type Endpoint, type EndpointOptions, type Reply, createEndpoint } from './endpoint.ts';

export interface RpcOptions extends EndpointOptions, Partial<GenesisCheck> {
  /** The provider, and optionally its fallback. */
  readonly urls: readonly string[];
  readonly wait?: (ms: number) => Promise<void>;
  readonly random?: () => number;
  /** Milliseconds that never jump; how long a provider is passed over is measured with it. */
  readonly monotonicMs?: () => number;
}

/** What a provider says when all tries are made: its result, its refusal, or nothing of use. */
export type Outcome =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly data: unknown }
  | { readonly kind: 'trouble'; readonly reason: Reason };

export interface Provider {
  readonly call: (method: string, params: readonly unknown[], retries?: number) => Promise<Outcome>;
  /** Failed a short while ago, or is far behind another one: asked last, and, where there is another one, only once. */
  readonly isCooling: () => boolean;
}

/** A provider that answers may stand still: how far each was when they were compared. */
interface Compared extends Provider {
  readonly noteLag: (slots: number) => void;
}

export interface Rpc {
  /** All of them, those that work first. */
  readonly providers: () => readonly Provider[];
  /** The first answer that any provider has. */
  readonly call: (method: string, params: readonly unknown[]) => Promise<Outcome>;
  /** Compares how far they are: one that lags behind another is asked last, until it has caught up. */
  readonly compare: () => Promise<void>;
}

/** About a minute. */
export const SLOTS_BEHIND_MAX = 150;
const RETRIES = 5;
/** Where another provider can be asked instead. */
const RETRIES_BESIDE = 1;
const FIRST_DELAY_MS = 500;
const RETRY_AFTER_MS_MAX = 10_000;
const RETRY_AFTER_BESIDE_MS_MAX = 1_000;
const ANSWER_BYTES_MAX = 16_000_000;

function isTransient(reply: Reply): boolean {
  if (reply.kind === 'error') return isPassing(reply.code);
  return reply.kind === 'trouble' && reply.transient;
}

function outcomeOf(reply: Reply): Outcome {
  if (reply.kind === 'trouble') return { kind: 'trouble', reason: reply.reason };
  if (reply.kind === 'error') return { kind: 'error', code: reply.code, data: reply.data };
  return reply;
}

interface Settings extends Required<Pick<RpcOptions, 'wait' | 'random' | 'monotonicMs'>> {
  /** Whether there is no other provider. */
  readonly isAlone: boolean;
}

/** Doubling from 500 ms, give or take a fifth; a provider that names its own time gets it, up to a bound. */
function delayMs(attempt: number, reply: Reply, { random, isAlone }: Settings): number {
  const own = FIRST_DELAY_MS * 2 ** attempt * (0.8 + 0.4 * random());
  const most = isAlone ? RETRY_AFTER_MS_MAX : RETRY_AFTER_BESIDE_MS_MAX;
  const asked = reply.kind === 'trouble' ? (reply.retryAfterMs ?? 0) : 0;
  return Math.round(Math.max(own, Math.min(asked, most)));
}

function createProvider(endpoint: Endpoint, settings: Settings): Compared {
  const cooling = createCooldown(settings.monotonicMs);
  let isLagging = false;
  const isCooling = (): boolean => isLagging || cooling.isCooling();
  const retriesNow = (): number => {
    if (settings.isAlone) return RETRIES;
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

/** A JSON-RPC client that retries, falls back and never throws. No address and no key appears in what it says. */
export function createRpc(options: RpcOptions): Rpc {
  const { signal } = options;
  const settings: Settings = {
    wait: options.wait ?? ((ms) => sleep(ms, undefined, { signal }).catch(() => {})),
    random: options.random ?? Math.random,
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
    isAlone: options.urls.length === 1,
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
        // One that answers with an error may lack what another one has: a method, a format, old blocks.
        if (last.kind === 'result') return last;
      }
      return last;
    },
    compare: async () => {
      if (settings.isAlone) return;
      const finalized = [{ commitment: 'finalized' }];
      const said = await Promise.all(all.map(({ call }) => call('getSlot', finalized, 0)));
      const slots = said.map((each) => (each.kind === 'result' ? Number(each.value) : null));
      const newest = Math.max(...slots.filter((slot) => slot !== null));
      // Of one that does not answer nothing new is known.
      const lags = slots.map((slot) => (slot === null ? null : newest - slot));
      if (lags.some((lag) => lag !== null && lag > SLOTS_BEHIND_MAX)) {
        // A provider may name a slot that has no block: beside that one all others would seem to stand still.
        const block = await all[lags.indexOf(0)]?.call('getBlockTime', [newest], 0);
        if (block?.kind !== 'result' || typeof block.value !== 'number') return;
      }
      lags.forEach((lag, i) => lag !== null && all[i]?.noteLag(lag));
    },
  };
}

/** What a reader makes of a result; 'don't know' where there is none or where it has an unexpected shape. */
export function read<A extends Answer<unknown>>(
  outcome: Outcome,
  reader: (value: unknown) => A,
): A | Unknown {
  if (outcome.kind === 'trouble') return unknown(outcome.reason);
  if (outcome.kind === 'error') return unknown(reasonOf(outcome.code));
  try {
    return reader(outcome.value);
  } catch {
    // Readers throw on whatever a provider should not have sent; that decides nothing.
    return unknown('malformed');
  }
}
