import { setTimeout as sleep } from 'node:timers/promises';
import { isSignature } from '@solana/kit';
import type { ParsedTransaction } from '#domain/payments/deposit';
import { type Result, ok, refuse } from '#domain/base/result';
import { during } from '../base/purpose.ts';
import { ConcurrencyLimit } from '../base/concurrency-limit.ts';
import type { Answer } from '../rpc/answer.ts';
import type { Chain } from './chain.ts';
import type { Status } from './status.ts';

/** Slot at which the chain last reported the payment as missing; null if it never did. */
export type Unseen = { readonly unseenAtSlot: number | null };
type Seen = ParsedTransaction | Unseen;

/** Time limit and polling interval of a wait. */
export interface WaitOptions {
  readonly forMs: number;
  readonly everyMs: number;
}

/** Decides if a request may wait for a payment that the first poll did not find. */
export type MayWait = () => Promise<Result<unknown>>;

const WAITS_MAX = 500;
const WAITS_PER_USER = 5;
const RETRY_SECONDS = 20;
const POLL_MS_MAX = 5_000;

/** Signature that requests wait for. */
interface Wait {
  readonly signature: string;
  readonly until: number;
  readonly end: (seen: Seen) => void;
  readonly fail: (error: unknown) => void;
  readonly polled: () => void;
  unseenAtSlot: number | null;
}

interface Shared {
  readonly seen: Promise<Seen>;
  /** Resolves after the first poll. */
  readonly firstPoll: Promise<void>;
}

type WaitedChain = Pick<Chain, 'facts' | 'statuses'>;

/**
 * Payments that a node waits for: each once, even if it is posted repeatedly, a limited number per user, and
 * all in the same calls to the chain. The first poll is immediate and finds most payments.
 */
export class PaymentWaits {
  readonly #chain: WaitedChain;
  readonly #options: WaitOptions;
  readonly #limit = new ConcurrencyLimit({ max: WAITS_MAX, maxPerKey: WAITS_PER_USER });
  readonly #places = new Map<string, { posts: number; readonly free: (() => void) | null }>();
  readonly #shared = new Map<string, Shared>();
  readonly #waits = new Set<Wait>();
  /** Waits before their first poll. */
  #new: Wait[] = [];
  #isPollingNew = false;
  #isPolling = false;
  #waiting = 0;
  #isClosing = false;

  constructor(chain: WaitedChain, options: WaitOptions) {
    this.#chain = chain;
    this.#options = options;
  }

  /** Number of waiting requests. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Stops waiting: every waiting request returns what is known, before the node shuts down. */
  close(): void {
    this.#isClosing = true;
    for (const wait of this.#waits) giveUp(wait);
  }

  /** Waits for a signature, together with all other requests that posted it. */
  async wait(userId: string, signature: string, mayWait: MayWait): Promise<Result<Seen>> {
    if (!isSignature(signature)) {
      return refuse('MALFORMED', { issues: ['transactionSignature: not 64 bytes in base 58'] });
    }
    const release = this.#take(userId, signature);
    if (!release) return refuse('RATE_LIMITED', { retryAfterSeconds: RETRY_SECONDS });
    this.#waiting += 1;
    try {
      const { seen, firstPoll } = this.#shared.get(signature) ?? this.#share(signature);
      const immediate = await Promise.race([seen, firstPoll]);
      if (immediate) return ok(immediate);
      const allowed = await mayWait();
      return allowed.ok ? ok(await seen) : allowed;
    } finally {
      this.#waiting -= 1;
      release();
    }
  }

  /**
   * Acquires a user's place for a signature; repeated posts share it. Returns null if there is no free place.
   */
  #take(userId: string, signature: string): (() => void) | null {
    const key = `${userId} ${signature}`;
    const place = this.#places.get(key) ?? { posts: 0, free: this.#limit.acquire(userId) };
    const { free } = place;
    if (!free) return null;
    place.posts += 1;
    this.#places.set(key, place);
    return () => {
      place.posts -= 1;
      if (place.posts > 0) return;
      this.#places.delete(key);
      free();
    };
  }

  #share(signature: string): Shared {
    const forMs = this.#isClosing ? 0 : this.#options.forMs;
    const seen = deferred<Seen>();
    const firstPoll = deferred<void>();
    const wait: Wait = {
      signature,
      until: performance.now() + forMs,
      end: seen.resolve,
      fail: seen.reject,
      polled: firstPoll.resolve,
      unseenAtSlot: null,
    };
    const timeout = setTimeout(() => giveUp(wait), forMs);
    const shared = { seen: seen.promise, firstPoll: firstPoll.promise };
    this.#waits.add(wait);
    this.#new.push(wait);
    this.#shared.set(signature, shared);
    const forget = (): void => {
      clearTimeout(timeout);
      this.#waits.delete(wait);
      this.#shared.delete(signature);
    };
    seen.promise.then(forget, forget);
    if (!this.#isPollingNew) void during('wait-for-payments', () => this.#pollNew());
    return shared;
  }

  /** Polls new waits for the first time. Waits added meanwhile are polled in the next round. */
  async #pollNew(): Promise<void> {
    this.#isPollingNew = true;
    while (this.#new.length > 0) {
      const waits = this.#new.splice(0).filter((wait) => this.#waits.has(wait));
      await inTime(this.#poll(waits, true));
    }
    this.#isPollingNew = false;
    if (!this.#isPolling) await this.#pollAll();
  }

  /** Polls all remaining waits in one loop, until none is left. */
  async #pollAll(): Promise<void> {
    this.#isPolling = true;
    while (this.#waits.size > 0) {
      await sleep(this.#options.everyMs);
      const waits = [...this.#waits];
      const last = performance.now() + 2 * this.#options.everyMs;
      // Searches history only in the first and the last polls, because it is expensive.
      const searching = waits.filter((wait) => wait.until <= last);
      const others = waits.filter((wait) => wait.until > last);
      await inTime(Promise.all([this.#poll(searching, true), this.#poll(others, false)]));
    }
    this.#isPolling = false;
  }

  async #poll(waits: readonly Wait[], searchHistory: boolean): Promise<void> {
    if (waits.length === 0) return;
    const signatures = waits.map(({ signature }) => signature);
    try {
      const statuses = await this.#chain.statuses(signatures, { searchHistory });
      const take = async (wait: Wait): Promise<void> => {
        const status = statuses.get(wait.signature);
        if (status) await this.#answer(wait, status, searchHistory);
        wait.polled();
      };
      await Promise.all(waits.map(take));
    } catch (error) {
      for (const { fail } of waits) fail(error);
    }
  }

  async #answer(wait: Wait, status: Answer<Status>, searchHistory: boolean): Promise<void> {
    if (status.kind === 'absent' && searchHistory) wait.unseenAtSlot = status.slot;
    if (status.kind !== 'fact' || status.value.commitment === 'processed') return;
    const facts = await this.#chain.facts(wait.signature, status);
    if (facts.kind === 'fact' && facts.value.commitment !== 'processed') wait.end(facts.value);
  }
}

const giveUp = ({ end, unseenAtSlot }: Wait): void => end({ unseenAtSlot });

/** Waits for the polls, at most POLL_MS_MAX, so that a hanging provider does not block other requests. */
const inTime = (polls: Promise<unknown>): Promise<unknown> =>
  Promise.race([polls, sleep(POLL_MS_MAX, null, { ref: false })]);

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

function deferred<T>(): Deferred<T> {
  const settle: Partial<Pick<Deferred<T>, 'resolve' | 'reject'>> = {};
  const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  const { resolve = () => {}, reject = () => {} } = settle;
  return { promise, resolve, reject };
}
