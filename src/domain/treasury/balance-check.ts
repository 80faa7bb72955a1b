import type { PayToken } from '../base/money.ts';
import type { Instant } from '../base/time.ts';

/** Balance of an account at a slot, from the chain and from its movements. */
export interface BalanceAtSlot {
  readonly token: PayToken;
  readonly slot: number;
  /** Balance that the chain reports. */
  readonly held: bigint;
  /** Opening balance and all movements up to the slot. */
  readonly written: bigint;
}

/** Newest comparison of an account. */
export interface BalanceCheck extends BalanceAtSlot {
  /** Instant since which both differ; null if they agree. */
  readonly since: Instant | null;
}

/** Returns the chain's balance minus the recorded one, in units; 0 if both agree. */
export const balanceDifference = ({ held, written }: BalanceAtSlot): bigint => held - written;

/** Builds a comparison. `since` continues from the previous one while the balances differ. */
export function checkedBalance(
  found: BalanceAtSlot,
  before: BalanceCheck | null,
  now: Instant,
): BalanceCheck {
  const agrees = balanceDifference(found) === 0n;
  return { ...found, since: agrees ? null : (before?.since ?? now) };
}
