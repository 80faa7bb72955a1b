import type { Key } from '../bytes/key.ts';

/** Account with lamports. An account without lamports does not exist. */
export interface Account {
  readonly lamports: bigint;
  readonly data: Buffer;
  readonly owner: Key;
  readonly executable: boolean;
}

export function sameAccount(a: Account | null, b: Account | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.executable === b.executable &&
    a.data.equals(b.data)
  );
}
