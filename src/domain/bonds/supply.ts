import { type Journal, isHeld } from '../base/ledger.ts';
import { type Lmt, formatAmount, lmt, sub } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import { type Terms, settingsAt } from '../terms/terms.ts';

/** LMT that exists, and that may exist at most. */
export interface Supply {
  readonly issued: Lmt;
  readonly maximum: Lmt;
}

/** LMT that may still be issued; 0 where the maximum is reached or passed. */
export function supplyLeft({ issued, maximum }: Supply): Lmt {
  return issued < maximum ? sub(maximum, issued) : lmt(0n);
}

/** LMT that journals add to the accounts that hold it, less what they take away; negative if they burn more. */
export function issuedBy(journals: readonly Pick<Journal, 'postings'>[]): Lmt {
  let issued = 0n;
  for (const { account, amount } of journals.flatMap(({ postings }) => postings)) {
    if (account.asset === 'LMT' && isHeld(account.kind)) issued += amount;
  }
  return lmt(issued);
}

/** Refuses to issue more LMT than the supply has room for. */
export function checkSupply(amount: Lmt, supply: Supply): Result<null> {
  const left = supplyLeft(supply);
  if (amount <= left) return ok(null);
  return refuse('SUPPLY_EXCEEDED', { available: formatAmount('LMT', left) });
}

/**
 * Refuses LMT that the owner enters above the maximum supply: a slip. The sums of the ledger would not
 * hold many of those, and everybody's bonds would fail with them.
 */
export function checkEntered(
  { name, amount }: { readonly name: string; readonly amount: Lmt },
  terms: Terms,
  now: Instant,
): Result<null> {
  const { maxSupply } = settingsAt(terms, now);
  if (amount <= maxSupply) return ok(null);
  const allowed = `at most maxSupply, ${formatAmount('LMT', maxSupply)}`;
  return refuse('SETTING_OUT_OF_RANGE', { name, allowed });
}
