import { ApiError } from '../../api/api-error.ts';
import { faultOf } from '../../api/fault.ts';
import { queryClient } from '../../api/query-client.ts';
import { statusQuery } from '../../api/queries.ts';
import type { Fault } from '../../ui/cards/read.ts';
import { payOutTexts } from '../../texts/admin-pay-out.ts';
import { WalletFailure, isRejection } from '../../wallet/failure.ts';
import { signTransaction } from '../../wallet/sign-transaction.ts';
import type { WalletProof } from '../../wallet/sign-in.ts';
import { walletState } from '../../wallet/state.ts';
import { signText } from './verification.ts';

/** The wallet did not sign; says so in a sentence. */
class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

/**
 * Pays by one call, or by two where the owner's wallet signs: the first hands out the transaction, the
 * second brings it back. Asking again while it is under way gets the same payout.
 */
export async function payOut<T extends object>(
  pay: (signed: OwnerSigned) => Promise<T>,
  /** Told when the owner's wallet is asked. */
  onSigning: () => void,
): Promise<T> {
  const first = await pay({}).catch(async (error: unknown) => {
    const message = textToSign(error);
    if (message === null) throw error;
    onSigning();
    return pay({ message, ...(await signedText(message)) });
  });
  if (!('transaction' in first) || typeof first.transaction !== 'string') return first;
  onSigning();
  return pay({ signedTransaction: toBase64(await signed(fromBase64(first.transaction))) });
}

/** What the owner's wallet gave: the payout's transaction, or above the daily limit a text's signature. */
export interface OwnerSigned {
  readonly signedTransaction?: string;
  readonly message?: string;
  readonly signature?: string;
  readonly signedMessage?: string;
  readonly transaction?: string;
}

/** The text that a payout above the daily limit is to be signed by; null for any other failure. */
function textToSign(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'SIGNATURE_REQUIRED') return null;
  const { message } = error.body as { readonly message?: unknown };
  return typeof message === 'string' ? message : null;
}

async function signedText(message: string): Promise<WalletProof> {
  try {
    return await signText(message);
  } catch (cause) {
    throw new NotSigned(sentence(cause), { cause });
  }
}

/** What is told of a payout that failed: the server's words, the wallet's, or `otherwise`. */
export function payOutFault(error: unknown, otherwise: string): Fault {
  if (error instanceof NotSigned) return { message: error.message, requestId: null };
  return faultOf(error, otherwise);
}

async function signed(transaction: Uint8Array): Promise<Uint8Array> {
  const wallet = walletState();
  if (wallet.phase !== 'connected') throw new NotSigned(payOutTexts.failed.noWallet);
  const { network } = await queryClient.ensureQueryData(statusQuery());
  try {
    return await signTransaction(transaction, wallet.address, network);
  } catch (cause) {
    throw new NotSigned(sentence(cause), { cause });
  }
}

function sentence(error: unknown): string {
  if (isRejection(error)) return payOutTexts.failed.refused;
  return error instanceof WalletFailure ? error.message : payOutTexts.failed.wallet;
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}
