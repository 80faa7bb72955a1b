import { parseAmount } from '#domain/base/money';
import type { ConfirmedTransfer } from '#domain/sells/payout-bytes';
import { isTextOf } from '#domain/sells/payout-limit';

import { ApiError } from '../../api/api-error.ts';
import { faultOf } from '../../api/fault.ts';
import { queryClient } from '../../api/query-client.ts';
import { statusQuery } from '../../api/queries.ts';
import type { Fault } from '../../ui/cards/read.ts';
import { payOutTexts } from '../../texts/admin-pay-out.ts';
import { WalletFailure, isRejection, walletFailure } from '../../wallet/failure.ts';
import { signTransactions } from '../../wallet/sign-transaction.ts';
import type { WalletProof } from '../../wallet/sign-in.ts';
import { walletState } from '../../wallet/state.ts';
import { signText } from './verification.ts';

/** The wallet did not sign, or was not asked; says so in a sentence. */
class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

/** What the owner has confirmed, with the amount as it was shown. */
export type Confirmed = Omit<ConfirmedTransfer, 'amount'> & { readonly amount: string };

interface PayOutOptions<T> {
  /** What the owner has confirmed: the wallet is asked for this and for nothing else. */
  readonly confirmed: Confirmed;
  readonly pay: (signed: OwnerSigned) => Promise<T>;
  /** Told when the owner's wallet is asked. */
  readonly onSigning: () => void;
}

/**
 * Pays by one call, or by two where the owner's wallet signs: the first hands out the transaction, the
 * second brings it back. Asking again while it is under way gets the same payout.
 */
export async function payOut<T extends object>(options: PayOutOptions<T>): Promise<T> {
  const { pay, onSigning } = options;
  const confirmed = transferOf(options.confirmed);
  const first = await pay({}).catch(async (error: unknown) => {
    const message = textToSign(error);
    if (message === null) throw error;
    if (!isTextOf(message, confirmed)) throw new NotSigned(payOutTexts.failed.otherText);
    onSigning();
    return pay({ message, ...(await signedText(message)) });
  });
  if (!('transaction' in first) || typeof first.transaction !== 'string') return first;
  const signed = await signedBytes(fromBase64(first.transaction), confirmed, onSigning);
  return pay({ signedTransaction: toBase64(signed) });
}

function transferOf({ amount: shown, ...confirmed }: Confirmed): ConfirmedTransfer {
  const amount = parseAmount(confirmed.token, shown);
  if (amount === null) throw new Error(`not an amount: ${shown}`);
  return { ...confirmed, amount };
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

async function signedBytes(
  transaction: Uint8Array,
  confirmed: ConfirmedTransfer,
  onSigning: () => void,
): Promise<Uint8Array> {
  const wallet = walletState();
  if (wallet.phase !== 'connected') throw new NotSigned(payOutTexts.failed.noWallet);
  const { network, usdcMint } = await queryClient.ensureQueryData(statusQuery());
  const { faultOfHandedOut } = await import('./handed-out.ts');
  const fault = await faultOfHandedOut(transaction, confirmed, {
    treasury: wallet.address,
    usdcMint,
  });
  if (fault !== null) throw new NotSigned(payOutTexts.failed.other(payOutTexts.faults[fault]));
  onSigning();
  try {
    const [bytes] = await signTransactions([transaction], wallet.address, network);
    if (!bytes) throw walletFailure('noProvider');
    return bytes;
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
