import type { Till } from '../payments/deposit.ts';
import { type Result, ok, refuse } from '../base/result.ts';

/** Address that the owner names instead of a deposit's sender, with its state on the chain. */
export interface OtherReceiver {
  readonly address: string;
  /** Program that owns the account; null if the account does not exist. */
  readonly program: string | null;
  /** True if a key can sign for the address; otherwise only a program can. */
  readonly isOnCurve: boolean;
}

/** Owner program of every wallet's account. */
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

/**
 * Refuses the treasury's own addresses, and addresses where money would be lost. The usual mistake is a token
 * account, which exchanges show: a payment to it as to a wallet belongs to no key. An unfunded multisig vault
 * looks the same, so it must be funded first.
 */
export function checkOtherReceiver(
  { address, program, isOnCurve }: OtherReceiver,
  { treasury, treasuryTokenAccount }: Till,
): Result<null> {
  const no = (reason: string) => refuse('PAYOUT_IMPOSSIBLE', { reason });
  if (address === treasury || address === treasuryTokenAccount) {
    return no('the address is the treasury’s own');
  }
  if (program !== null && program !== SYSTEM_PROGRAM) {
    return no('the address is no wallet but an account of a program, such as a token account');
  }
  if (program === null && !isOnCurve) {
    return no('no key signs for the address, and nothing is there: a vault is to be funded first');
  }
  return ok(null);
}
