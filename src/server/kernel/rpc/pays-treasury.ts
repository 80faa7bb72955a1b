import {
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  walkInstructions,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS, TRANSFER_SOL_DISCRIMINATOR } from '@solana-program/system';
import {
  TOKEN_PROGRAM_ADDRESS,
  TRANSFER_CHECKED_DISCRIMINATOR,
  TRANSFER_DISCRIMINATOR,
} from '@solana-program/token';
import type { Till } from '#domain/payments/deposit';

/** Transfer instructions: program, and first byte of the data. */
const TRANSFERS = new Set([
  `${SYSTEM_PROGRAM_ADDRESS} ${TRANSFER_SOL_DISCRIMINATOR}`,
  `${TOKEN_PROGRAM_ADDRESS} ${TRANSFER_DISCRIMINATOR}`,
  `${TOKEN_PROGRAM_ADDRESS} ${TRANSFER_CHECKED_DISCRIMINATOR}`,
]);

/** True if a transaction (wire format, base64) contains a transfer to the treasury or needs its signature. */
export function paysTreasury(
  transaction: unknown,
  { treasury, treasuryTokenAccount }: Till,
): boolean {
  if (typeof transaction !== 'string') return false;
  try {
    const bytes = getBase64Encoder().encode(transaction);
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes);
    if (treasury in signatures) return true;
    const compiledMessage = getCompiledTransactionMessageDecoder().decode(messageBytes);
    return walkInstructions({ compiledMessage }).some(
      ({ programAddress, accounts = [], data }) =>
        TRANSFERS.has(`${programAddress} ${data?.[0]}`) &&
        accounts.some(({ address }) => address === treasury || address === treasuryTokenAccount),
    );
  } catch {
    // Not a transaction, or its accounts are in lookup tables.
    return false;
  }
}
