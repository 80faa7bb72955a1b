import {
  type Amount,
  type PayToken,
  type UsdPrice,
  DECIMALS,
  type Usdc,
  formatAmount,
  parseAmount,
  sum,
  usdc,
} from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { valueInUsd } from '../terms/price.ts';
import { type ConfirmedTransfer, isConfirmedAmount } from './payout-bytes.ts';

/** What leaves the treasury in one payout. */
interface Outflow {
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
}

/** What an owner signs for a payout above the limit. */
export function aboveLimitStatement({
  token,
  amount,
  receiver,
}: Outflow & { readonly receiver: string }): string {
  const paid = `${formatAmount(token, amount)} ${token} to ${receiver}`;
  return `As the owner of LMT, pay ${paid} out of the treasury, above the daily limit.`;
}

/** Whether a text that a wallet is to sign for a payout says what was confirmed; the statement is its fourth line. */
export function isTextOf(text: string, confirmed: ConfirmedTransfer): boolean {
  const statement = text.split('\n')[3] ?? '';
  const amount = parseAmount(confirmed.token, / pay (\S+) /.exec(statement)?.[1] ?? '');
  if (amount === null || !isConfirmedAmount(amount, confirmed)) return false;
  return statement === aboveLimitStatement({ ...confirmed, amount });
}

/** What the server's key may pay by itself. */
export interface PayoutLimit {
  /** In USD, over any 24 hours; null for no limit. */
  readonly perDay: Usdc | null;
  readonly sol: UsdPrice;
  /** Whether an owner has signed for this very payout. */
  readonly isSigned: boolean;
}

/**
 * Refuses a payout by the server's key that would bring what left the treasury in the last 24 hours, at
 * today's SOL price, above the limit, unless an owner has signed for it. The 24 hours roll: with days
 * that begin at midnight, twice the limit could leave within a minute.
 *
 * @param lately payouts of the last 24 hours that have paid or can still pay
 */
export function checkPayoutLimit(
  next: Outflow,
  lately: readonly Outflow[],
  { perDay, sol, isSigned }: PayoutLimit,
): Result<null> {
  if (perDay === null || isSigned) return ok(null);
  const total = sum(
    [next, ...lately].map(({ token, amount }) =>
      token === 'USDC' ? usdc(amount) : valueInUsd(amount, DECIMALS.SOL, sol),
    ),
  );
  return total > perDay ? refuse('SIGNATURE_REQUIRED', {}) : ok(null);
}
