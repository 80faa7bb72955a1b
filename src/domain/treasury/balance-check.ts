import type { PayToken } from '../base/money.ts';
import type { Instant } from '../base/time.ts';

/** What an account held at a slot by the chain's word, and by everything that was written down of it. */
export interface HeldAt {
  readonly token: PayToken;
  readonly slot: number;
  /** What the chain says. */
  readonly held: bigint;
  /** What was held first and all movements up to the slot. */
  readonly written: bigint;
  /** Dust that was counted together across the slot: part of it came before, and part after. */
  readonly across: bigint;
}

/** The newest comparison of an account. */
export interface BalanceCheck extends HeldAt {
  /** Since when it differs; null where it agrees. */
  readonly since: Instant | null;
}

/** What the chain has more than was written down, or, below 0, less; 0 where one explains the other. */
export function balanceDifference({ held, written, across }: HeldAt): bigint {
  const more = held - written;
  if (more < 0n) return more;
  return more > across ? more - across : 0n;
}

/** A comparison, after the one before it. */
export function checkedBalance(
  found: HeldAt,
  before: BalanceCheck | null,
  now: Instant,
): BalanceCheck {
  const agrees = balanceDifference(found) === 0n;
  return { ...found, since: agrees ? null : (before?.since ?? now) };
}
