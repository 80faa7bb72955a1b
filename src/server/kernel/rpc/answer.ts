/** Why a call to the chain failed. Never a provider's message, which may contain its address or key. */
export type Reason =
  | 'unreachable'
  | 'time-out'
  | 'rate-limited'
  | 'http-error'
  | 'refused'
  | 'malformed'
  | 'too-large'
  | 'rpc-error'
  | 'unsupported'
  | 'behind'
  | 'disagree'
  | 'pruned'
  | 'shifted'
  | 'other-cluster'
  | 'aborted';

/** Value on the chain as of `slot`. */
export interface Fact<T> {
  readonly kind: 'fact';
  readonly value: T;
  readonly slot: number;
}

/** Definitely missing as of `slot`: every provider that responded was up to date and did not have it. */
export interface Absent {
  readonly kind: 'absent';
  readonly slot: number;
}

/** No provider could answer. Nothing may be decided by it; retry. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: Reason;
}

/** Result of reading something that always exists, such as the slot or a balance. */
export type Reading<T> = Fact<T> | Unknown;

/** Result of a call to the chain. Calls never throw. */
export type Answer<T> = Fact<T> | Absent | Unknown;

export const fact = <T>(value: T, slot: number): Fact<T> => ({ kind: 'fact', value, slot });
export const absent = (slot: number): Absent => ({ kind: 'absent', slot });
export const unknown = (reason: Reason): Unknown => ({ kind: 'unknown', reason });
