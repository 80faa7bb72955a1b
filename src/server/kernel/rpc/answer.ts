/** Why a question to the chain stays open. Never a provider's own words: those may hold its address or key. */
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

/** The chain says so. `slot` is the one at which it was asked. */
export interface Fact<T> {
  readonly kind: 'fact';
  readonly value: T;
  readonly slot: number;
}

/** Definitely not there, as of `slot`: every provider that answered was up to date and did not have it. */
export interface Absent {
  readonly kind: 'absent';
  readonly slot: number;
}

/** No provider could say. It decides nothing: ask again. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: Reason;
}

/** The answer to a question that something always exists for: the slot, a balance. */
export type Reading<T> = Fact<T> | Unknown;

/** What every question to the chain comes back with; there is no fourth case, and none of them throws. */
export type Answer<T> = Fact<T> | Absent | Unknown;

export const fact = <T>(value: T, slot: number): Fact<T> => ({ kind: 'fact', value, slot });
export const absent = (slot: number): Absent => ({ kind: 'absent', slot });
export const unknown = (reason: Reason): Unknown => ({ kind: 'unknown', reason });
