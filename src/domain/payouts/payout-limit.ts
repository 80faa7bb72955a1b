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
import { DAY_MS, type Instant, after } from '../base/time.ts';
import { valueInUsd } from '../terms/price.ts';
import type { Payout } from './payout.ts';
import { type ConfirmedTransfer, isConfirmedAmount } from './payout-bytes.ts';

/** What leaves the treasury in one payout. */
interface Outflow {
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
}

/** What an owner signs for a payout that the server's key does not make by itself. */
export function payoutStatement({
  token,
  amount,
  receiver,
  isElsewhere = false,
}: Outflow & Pick<ConfirmedTransfer, 'receiver' | 'isElsewhere'>): string {
  const paid = `${formatAmount(token, amount)} ${token} to ${receiver}`;
  const why = isElsewhere ? 'and not to the wallet that sent it' : 'above the daily limit';
  return `As the owner of LMT, pay ${paid} out of the treasury, ${why}.`;
}

/** Whether a text that a wallet is to sign for a payout says what was confirmed; the statement is its fourth line. */
export function isStatementOf(text: string, confirmed: ConfirmedTransfer): boolean {
  const statement = text.split('\n')[3] ?? '';
  const amount = parseAmount(confirmed.token, / pay (\S+) /.exec(statement)?.[1] ?? '');
  if (amount === null || !isConfirmedAmount(amount, confirmed)) return false;
  return statement === payoutStatement({ ...confirmed, amount });
}

/** For how long a payout counts against the limit. */
export const LIMIT_COUNTS_MS = DAY_MS;

/** A payout that may count against the limit. */
export type RecentPayout = Pick<Payout, 'token' | 'amount' | 'status' | 'createdAt'>;

/** Whether a payout of the last 24 hours has paid, or can still pay. */
const countsAgainst = ({ status, createdAt }: RecentPayout, now: Instant): boolean =>
  status !== 'failed' && status !== 'withdrawn' && createdAt > after(now, -LIMIT_COUNTS_MS);

/** What the server's key may pay by itself. */
export interface PayoutLimit {
  /** In USD, over any 24 hours; null for no limit. */
  readonly perDay: Usdc | null;
  readonly sol: UsdPrice;
  /** Whether an owner has signed for this very payout, or the treasury's own signers are to. */
  readonly isSigned: boolean;
}

/**
 * Refuses a payout by the server's key, unless an owner has signed for it, that sends a payment to another
 * wallet than its sender's, or would bring what left the treasury in the last 24 hours, at today's SOL
 * price, above the limit. The 24 hours roll: with days that begin at midnight, twice the limit could
 * leave within a minute.
 */
export function checkPayoutLimit(
  next: Outflow & Pick<ConfirmedTransfer, 'isElsewhere'>,
  { lately, now }: { readonly lately: readonly RecentPayout[]; readonly now: Instant },
  { perDay, sol, isSigned }: PayoutLimit,
): Result<null> {
  if (isSigned) return ok(null);
  if (next.isElsewhere) return refuse('SIGNATURE_REQUIRED', {});
  if (perDay === null) return ok(null);
  const counted = lately.filter((payout) => countsAgainst(payout, now));
  const total = sum(
    [next, ...counted].map(({ token, amount }) =>
      token === 'USDC' ? usdc(amount) : valueInUsd(amount, DECIMALS.SOL, sol),
    ),
  );
  return total > perDay ? refuse('SIGNATURE_REQUIRED', {}) : ok(null);
}
