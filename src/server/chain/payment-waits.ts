import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionFacts } from '#domain/bonds/deposit';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Chain } from './chain.ts';

/** The slot at which the chain last said that it does not know the payment; null where it said nothing. */
export type Unseen = { readonly unseenAtSlot: number | null };
type Seen = TransactionFacts | Unseen;

/** How long a payment is waited for, and how often the chain is asked meanwhile. */
export interface Patience {
  readonly forMs: number;
  readonly everyMs: number;
}

const WAITS_PER_USER = 5;
const RETRY_SECONDS = 20;

/** The payments that a node waits for: each once, however often it is posted; a few for each user. */
export class PaymentWaits {
  readonly #chain: Pick<Chain, 'facts'>;
  readonly #patience: Patience;
  readonly #waiting = new Map<string, Promise<Seen>>();
  readonly #signaturesOf = new Map<string, Set<string>>();

  constructor(chain: Pick<Chain, 'facts'>, patience: Patience) {
    this.#chain = chain;
    this.#patience = patience;
  }

  /** Waits for a signature together with every other request that posted it. */
  async wait(userId: string, signature: string): Promise<Result<Seen>> {
    const mine = this.#signaturesOf.get(userId) ?? new Set();
    if (!mine.has(signature) && mine.size >= WAITS_PER_USER) {
      return refuse('RATE_LIMITED', { retryAfterSeconds: RETRY_SECONDS });
    }
    this.#signaturesOf.set(userId, mine.add(signature));
    const seen =
      this.#waiting.get(signature) ??
      this.#look(signature).finally(() => this.#waiting.delete(signature));
    this.#waiting.set(signature, seen);
    return seen.then(ok).finally(() => {
      mine.delete(signature);
      if (mine.size === 0) this.#signaturesOf.delete(userId);
    });
  }

  async #look(signature: string): Promise<Seen> {
    const { forMs, everyMs } = this.#patience;
    const deadline = performance.now() + forMs;
    let unseenAtSlot: number | null = null;
    for (;;) {
      const facts = await within(deadline - performance.now(), this.#chain.facts(signature));
      if (facts?.kind === 'fact' && facts.value.commitment !== 'processed') return facts.value;
      if (facts?.kind === 'absent') unseenAtSlot = facts.slot;
      if (performance.now() + everyMs > deadline) return { unseenAtSlot };
      await sleep(everyMs);
    }
  }
}

/** What a question comes back with in time; null where it is still open then. */
async function within<T>(ms: number, asked: Promise<T>): Promise<T | null> {
  const done = new AbortController();
  const late = sleep(ms, null, { signal: done.signal }).catch(() => null);
  return Promise.race([asked, late]).finally(() => done.abort());
}
