import { AsyncLocalStorage } from 'node:async_hooks';

/** Idempotency-Key held by a running request. */
export interface IdempotencyKey {
  readonly actor: string;
  readonly key: string;
  /** Id of this request. A repetition that takes over an abandoned key has another. */
  readonly holder: string;
}

const held = new AsyncLocalStorage<IdempotencyKey>();

/** Runs `work` under a key: its writes are stored only while the request still holds the key. */
export const withIdempotencyKey = <T>(key: IdempotencyKey, work: () => Promise<T>): Promise<T> =>
  held.run(key, work);

/** Key of the running request; undefined if it holds none. */
export const currentIdempotencyKey = (): IdempotencyKey | undefined => held.getStore();

/** Thrown by a write whose key a repetition of the request has taken over. The repetition executes the write. */
export class IdempotencyKeyLost extends Error {
  override readonly name = 'IdempotencyKeyLost';
}
