/** Where a page of a sorted list ended: the last row's key, null where it has none, and its id. */
export interface Keyset {
  readonly key: bigint | null;
  readonly id: string;
}
