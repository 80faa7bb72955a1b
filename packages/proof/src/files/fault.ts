/** Name of a fault in a proof. */
export type Fault =
  /** Another form: a field is missing, or is not the hash or number that it must be. */
  | 'malformed'
  /** Another day than that of the day's file. */
  | 'wrong-day'
  /** Another wallet than expected. */
  | 'wrong-wallet'
  /** The leaves lead to another root. */
  | 'wrong-root'
  /** The leaves add up to another total. */
  | 'wrong-total'
  /** A sum of the path exceeds 64 bits. */
  | 'overflowing-sum'
  /** A leaf counts for two parts of a balance, or occurs twice in the list. */
  | 'leaf-used-twice'
  /** A path does not lead from the leaf's index to the root. */
  | 'wrong-place'
  /** The list has another number of leaves than the day's file. */
  | 'wrong-count'
  /** Leaves are not in the order of their hashes. */
  | 'unsorted';

/** Result of a check: its value, or the first fault and its place. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault; readonly at: string };

export const sound = <T>(value: T): Checked<T> => ({ ok: true, value });

/** @param at such as `entries.1`, or a line's number */
export const faulty = (fault: Fault, at: string): Checked<never> => ({ ok: false, fault, at });
