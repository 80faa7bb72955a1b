import type { TransactionFacts } from '#domain/bonds/deposit';
import { type Result, ok, refuse } from '#domain/base/result';

/** The slot at which the chain last said that it does not know the payment; null where it said nothing. */
export type Unseen = { readonly unseenAtSlot: number | null };
export type Seen = TransactionFacts | Unseen;

const WAITS_PER_USER = 5;
const RETRY_SECONDS = 20;

/** The signatures that a node waits for: each once, however often it is posted; a few for each user. */
export class PaymentWaits {
  readonly #waiting = new Map<string, Promise<Seen>>();
  readonly #signaturesOf = new Map<string, Set<string>>();

  async wait(userId: string, signature: string, begin: () => Promise<Seen>): Promise<Result<Seen>> {
    const mine = this.#signaturesOf.get(userId) ?? new Set();
    if (!mine.has(signature) && mine.size >= WAITS_PER_USER) {
      return refuse('RATE_LIMITED', { retryAfterSeconds: RETRY_SECONDS });
    }
    this.#signaturesOf.set(userId, mine.add(signature));
    const seen =
      this.#waiting.get(signature) ?? begin().finally(() => this.#waiting.delete(signature));
    this.#waiting.set(signature, seen);
    return seen.then(ok).finally(() => {
      mine.delete(signature);
      if (mine.size === 0) this.#signaturesOf.delete(userId);
    });
  }
}
