import type { PayToken } from '../base/money.ts';
import type { Instant } from '../base/time.ts';

/** Balance of an account at a slot, from the chain and from its movements. */
export interface HeldAt {
  readonly token: PayToken;
  readonly slot: number;
  /** Balance that the chain reports. */
  readonly held: bigint;
  /** Opening balance and all movements up to the slot. */
  readonly written: bigint;
}

/** The newest comparison of an account. */
export interface BalanceCheck extends HeldAt {
  /** Since when both differ; null if they agree. */
  readonly since: Instant | null;
}

/** Units that the chain reports above the movements, negative if below; 0 if both agree. */
export const balanceDifference = ({ held, written }: HeldAt): bigint => held - written;

/** A comparison, after the one before it. */
export function checkedBalance(
  found: HeldAt,
  before: BalanceCheck | null,
  now: Instant,
): BalanceCheck {
  const agrees = balanceDifference(found) === 0n;
  return { ...found, since: agrees ? null : (before?.since ?? now) };
}
