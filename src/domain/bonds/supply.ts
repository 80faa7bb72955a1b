import { type Lmt, formatAmount, lmt, sub } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';

/** LMT that exists, and that may exist at most. */
export interface Supply {
  readonly issued: Lmt;
  readonly maximum: Lmt;
}

/** LMT that may still be issued; 0 where the maximum is reached or passed. */
export function supplyLeft({ issued, maximum }: Supply): Lmt {
  return issued < maximum ? sub(maximum, issued) : lmt(0n);
}

/** Refuses to issue more LMT than the supply has room for. */
export function checkSupply(amount: Lmt, supply: Supply): Result<null> {
  const left = supplyLeft(supply);
  if (amount <= left) return ok(null);
  return refuse('SUPPLY_EXCEEDED', { available: formatAmount('LMT', left) });
}
