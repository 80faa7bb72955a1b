import { AsyncLocalStorage } from 'node:async_hooks';

/** The Idempotency-Key that a request holds, and whose it is. */
export interface IdempotencyKey {
  readonly actor: string;
  readonly key: string;
  /** This request: one that repeats it, and takes it for dead, holds the key under another. */
  readonly holder: string;
}

const held = new AsyncLocalStorage<IdempotencyKey>();

/** Does something as the request that holds a key: whatever it writes is written only while it does. */
export const withIdempotencyKey = <T>(key: IdempotencyKey, work: () => Promise<T>): Promise<T> =>
  held.run(key, work);

/** The key that the request holds which asks; undefined where it holds none. */
export const currentIdempotencyKey = (): IdempotencyKey | undefined => held.getStore();

/** A write was stopped: a repetition of its request has taken the key over, and carries it out. */
export class IdempotencyKeyLost extends Error {
  override readonly name = 'IdempotencyKeyLost';
}
