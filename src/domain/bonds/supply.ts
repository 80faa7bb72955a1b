import { type Journal, isHeld } from '../base/ledger.ts';
import { type Lmt, formatAmount, lmt, sub } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import { type Terms, settingsAt } from '../terms/terms.ts';

/** Issued LMT and its maximum. */
export interface Supply {
  readonly issued: Lmt;
  readonly maximum: Lmt;
}

/** Returns the LMT that may still be issued; 0 if the maximum is reached or exceeded. */
export function supplyLeft({ issued, maximum }: Supply): Lmt {
  return issued < maximum ? sub(maximum, issued) : lmt(0n);
}

/** Returns the LMT that journals add to held accounts, minus what they remove; negative if they burn more. */
export function issuedBy(journals: readonly Pick<Journal, 'postings'>[]): Lmt {
  let issued = 0n;
  for (const { account, amount } of journals.flatMap(({ postings }) => postings)) {
    if (account.asset === 'LMT' && isHeld(account.kind)) issued += amount;
  }
  return lmt(issued);
}

/** Refuses to issue more LMT than the supply has left. */
export function checkSupply(amount: Lmt, supply: Supply): Result<null> {
  const left = supplyLeft(supply);
  if (amount <= left) return ok(null);
  return refuse('SUPPLY_EXCEEDED', { available: formatAmount('LMT', left) });
}

/**
 * Refuses LMT above the maximum supply in the owner's input, which must be a typing error. Several such amounts
 * would overflow the ledger's sums, and all bonds would fail.
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
