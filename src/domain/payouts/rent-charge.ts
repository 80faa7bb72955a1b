import {
  type Amount,
  type Lamports,
  type PayToken,
  type UsdPrice,
  type Usdc,
  formatAmount,
  lamports,
  mulDivUp,
  sub,
  usdc,
} from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { tokenRate } from '../terms/price.ts';
import type { Payout } from './payout.ts';

/** The size of a token account. */
export const TOKEN_ACCOUNT_BYTES = 165;

/** Lamports that a byte of an account takes for rent, at most, and the bytes that each account has beside its own. */
const RENT_LAMPORTS_A_BYTE = 6_960n;
const ACCOUNT_BYTES = 128n;

/** The most that an account of this many bytes takes for rent. */
export function rentMax(bytes: number): Lamports {
  return lamports(RENT_LAMPORTS_A_BYTE * (BigInt(bytes) + ACCOUNT_BYTES));
}

/** What rent is in USDC at a SOL price, rounded up: what is charged. */
export function rentInUsdcUp(rent: Lamports, sol: UsdPrice): Usdc {
  const [units, per] = tokenRate('SOL', 'USDC', sol);
  return usdc(mulDivUp(rent, units, per));
}

/**
 * What is sent of what is due, and what is kept of it: the rent of the receiver's USDC account where the
 * treasury has to make it. Otherwise selling for USDC, closing the account and selling again would draw
 * lamports out of the treasury.
 *
 * @param rent what making the receiver's token account takes; null where none is to be made
 */
export function chargeRent(
  { token, amount: due }: Pick<Payout, 'token' | 'amount'>,
  rent: Lamports | null,
  sol: UsdPrice,
): Result<Pick<Payout, 'amount' | 'rentCharged'>> {
  const rentCharged: Amount<PayToken> = rent === null ? usdc(0n) : rentInUsdcUp(rent, sol);
  if (rentCharged < due) return ok({ amount: sub(due, rentCharged), rentCharged });
  const [costs, has] = [formatAmount(token, rentCharged), formatAmount(token, due)];
  const reason = `the receiver has no ${token} account, and the rent of a new one, ${costs} ${token}, leaves nothing of ${has} ${token}`;
  return refuse('PAYOUT_IMPOSSIBLE', { reason });
}
