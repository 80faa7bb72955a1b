import type { Till } from '../payments/deposit.ts';
import { type Result, ok, refuse } from '../base/result.ts';

/** An address that the owner names in the place of a sender's, as the chain knows it. */
export interface OtherReceiver {
  readonly address: string;
  /** The program that its account belongs to; null where there is no account. */
  readonly program: string | null;
  /** Whether a key may sign for it; programs alone sign for the others. */
  readonly isOnCurve: boolean;
}

/** To which every wallet's account belongs. */
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

/**
 * Refuses an address at which money would be lost, or stay where it is. A token account is the usual
 * mistake: exchanges show theirs, and what is paid to it as to a wallet belongs to no key. Where nothing
 * is there yet, a vault of a multisig looks the same, and is to be funded first.
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
