/** What is wrong with a proof, by its name. */
export type Fault =
  /** Not a proof's form: a field is missing, a hash is no hash, a number none. */
  | 'malformed'
  /** Of another day than the one it is held against. */
  | 'wrong-day'
  /** Of another wallet than the one that asks. */
  | 'wrong-wallet'
  /** The leaves lead to another root. */
  | 'wrong-root'
  /** The leaves add up to another total. */
  | 'wrong-total'
  /** A sum on the way is larger than 64 bits hold. */
  | 'overflowing-sum'
  /** One leaf stands for two parts of a balance, or twice in the list. */
  | 'leaf-used-twice'
  /** A leaf's path is not the way from its place to the root. */
  | 'wrong-place'
  /** The list has another number of leaves than the day says. */
  | 'wrong-count'
  /** Leaves are not in the order of their hashes. */
  | 'unsorted';

/** What a check found: what the proof shows, or its first fault, and where. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault; readonly at: string };

export const sound = <T>(value: T): Checked<T> => ({ ok: true, value });

/** @param at such as `entries.1`, or a line's number */
export const faulty = (fault: Fault, at: string): Checked<never> => ({ ok: false, fault, at });
