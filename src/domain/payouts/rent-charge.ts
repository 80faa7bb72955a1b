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

export const TOKEN_ACCOUNT_BYTES = 165;

/** Maximum rent per byte, and the overhead in bytes of every account. */
const RENT_LAMPORTS_A_BYTE = 6_960n;
const ACCOUNT_BYTES = 128n;

/** Returns the maximum rent of an account with this many bytes. */
export function rentMax(bytes: number): Lamports {
  return lamports(RENT_LAMPORTS_A_BYTE * (BigInt(bytes) + ACCOUNT_BYTES));
}

/** Converts rent to USDC at a SOL price, rounded up. */
export function rentInUsdcUp(rent: Lamports, sol: UsdPrice): Usdc {
  const [units, per] = tokenRate('SOL', 'USDC', sol);
  return usdc(mulDivUp(rent, units, per));
}

/**
 * Splits an amount due into what is sent and the rent of the receiver's USDC account, if the treasury must
 * create it. Otherwise a user could draw lamports from the treasury by selling for USDC and closing the
 * account, again and again.
 *
 * @param rent cost of creating the receiver's token account; null if none is created
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
