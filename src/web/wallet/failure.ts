import { ApiError } from '../api/api-error.ts';
import { walletTexts } from '../texts/wallet.ts';

type Reason = Exclude<keyof typeof walletTexts.errors, 'notFound' | 'notFoundMobile'>;

/** Why a wallet could not be used: a sentence for the user, and the server's reference where it has one. */
export class WalletFailure extends Error {
  override readonly name: string = 'WalletFailure';
  readonly requestId: string | null;

  constructor(message: string, options?: ErrorOptions & { requestId?: string | null }) {
    super(message, options);
    this.requestId = options?.requestId ?? null;
  }
}

/** No wallet that could be used is there: what helps is to install one. */
export class WalletMissing extends WalletFailure {
  override readonly name = 'WalletMissing';
}

export function walletFailure(reason: Reason, cause?: unknown): WalletFailure {
  const requestId = cause instanceof ApiError ? cause.requestId : null;
  return new WalletFailure(walletTexts.errors[reason], { cause, requestId });
}

/** Codes by which wallets say that their owner refused. */
const REFUSED: readonly unknown[] = [4001, -32603];
/** Codes by which wallets say that they have no such method. */
const UNKNOWN_METHOD: readonly unknown[] = [-32601, -32004, 4200];

/** Whether the wallet's owner refused. Wallets share no code for it: their word is looked for too. */
export function isRejection(error: unknown): boolean {
  const { code, message } = said(error);
  return REFUSED.includes(code) || (typeof message === 'string' && /rejected/i.test(message));
}

/** Whether the wallet does not know what it was asked to do. */
export function isUnknownMethod(error: unknown): boolean {
  return UNKNOWN_METHOD.includes(said(error).code);
}

/** What a failed attempt to connect is called. */
export function connectFailure(error: unknown): WalletFailure {
  if (error instanceof WalletFailure) return error;
  return walletFailure(isRejection(error) ? 'rejected' : 'other', error);
}

/** What a failed attempt to sign in is called, whether the wallet or the server failed. */
export function signInFailure(error: unknown): WalletFailure {
  if (error instanceof WalletFailure) return error;
  if (isRejection(error)) return walletFailure('rejected', error);
  return walletFailure(isUnknownMethod(error) ? 'noMessages' : 'authentication', error);
}

function said(error: unknown): { readonly code?: unknown; readonly message?: unknown } {
  return typeof error === 'object' && error !== null && !(error instanceof ApiError) ? error : {};
}
