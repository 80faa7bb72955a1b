import { ApiError } from '../api/api-error.ts';
import { walletTexts } from '../ui/texts/wallet.ts';

type Reason = Exclude<keyof typeof walletTexts.errors, 'notFound' | 'notFoundMobile'>;

/** Why a wallet could not be used: a sentence for the user, and the server's reference where it has one. */
export class WalletFailure extends Error {
  override readonly name = 'WalletFailure';
  readonly requestId: string | null;

  constructor(message: string, options?: ErrorOptions & { requestId?: string | null }) {
    super(message, options);
    this.requestId = options?.requestId ?? null;
  }
}

export function walletFailure(reason: Reason, cause?: unknown): WalletFailure {
  const requestId = cause instanceof ApiError ? cause.requestId : null;
  return new WalletFailure(walletTexts.errors[reason], { cause, requestId });
}

/** Codes by which wallets say that their owner refused. */
const REFUSED: readonly unknown[] = [4001, -32603];

/** Whether the wallet's owner refused. Wallets share no code for it: their word is looked for too. */
export function isRejection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || error instanceof ApiError) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return REFUSED.includes(code) || (typeof message === 'string' && /rejected/i.test(message));
}

/** What a failed attempt to connect is called. */
export function connectFailure(error: unknown): WalletFailure {
  if (error instanceof WalletFailure) return error;
  return walletFailure(isRejection(error) ? 'rejected' : 'other', error);
}
