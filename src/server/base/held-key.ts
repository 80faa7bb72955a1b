/** The Idempotency-Key that a request holds, and whose it is. */
export interface HeldKey {
  readonly actor: string;
  readonly key: string;
}
