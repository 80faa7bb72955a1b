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

interface Outflow {
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
}

/** Returns the statement that an owner signs for a payout that the server's key may not make on its own. */
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

/** True if a text to be signed states the confirmed transfer. The statement is its fourth line. */
export function isStatementOf(text: string, confirmed: ConfirmedTransfer): boolean {
  const statement = text.split('\n')[3] ?? '';
  const amount = parseAmount(confirmed.token, / pay (\S+) /.exec(statement)?.[1] ?? '');
  if (amount === null || !isConfirmedAmount(amount, confirmed)) return false;
  return statement === payoutStatement({ ...confirmed, amount });
}

/** Time for which a payout counts against the limit. */
export const LIMIT_COUNTS_MS = DAY_MS;

/** Payout that may count against the limit. */
export type RecentPayout = Pick<Payout, 'token' | 'amount' | 'status' | 'createdAt'>;

/** True if a payout of the last 24 hours has paid, or can still pay. */
const countsAgainst = ({ status, createdAt }: RecentPayout, now: Instant): boolean =>
  status !== 'failed' && status !== 'withdrawn' && createdAt > after(now, -LIMIT_COUNTS_MS);

/** Limit of what the server's key may pay on its own. */
export interface PayoutLimit {
  /** USD per rolling 24 hours; null if unlimited. */
  readonly perDay: Usdc | null;
  readonly sol: UsdPrice;
  /** True if an owner has signed for this payout, or if the treasury's wallet signs it anyway. */
  readonly isSigned: boolean;
}

/**
 * Refuses a payout by the server's key without an owner's signature in two cases: it goes to another wallet
 * than the deposit's sender, or exceeds the limit together with the last 24 hours, at today's SOL price. The
 * window rolls, because with days from midnight twice the limit could leave within a minute.
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
