import { ApiError } from '../../api/api-error.ts';
import { bondTexts } from '../../ui/texts/bond.ts';
import type { Fault } from '../../ui/read.ts';
import { WalletFailure, isRejection } from '../../wallet/failure.ts';

const says = bondTexts.pay.failed;

/** The payer has too little: found out before anything was signed. */
export class ShortOfFunds extends Error {
  override readonly name = 'ShortOfFunds';
}

/** Why nothing was paid, in the product's words; by code, never by text. */
export function payFault(error: unknown): Fault {
  if (error instanceof ApiError) return { message: byAnswer(error), requestId: error.requestId };
  return { message: byWallet(error), requestId: null };
}

function byWallet(error: unknown): string {
  if (error instanceof ShortOfFunds) return says.insufficient;
  if (error instanceof WalletFailure) return says.wallet;
  if (isRejection(error)) return says.rejected;
  return says.other;
}

const BY_CODE: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: says.authenticate,
  SESSION_EXPIRED: says.expired,
  WALLET_MISMATCH: says.wallet,
  NETWORK: says.network,
};

const BY_STATUS: Readonly<Record<number, string>> = {
  400: says.invalid,
  401: says.unauthorized,
  500: says.server,
};

function byAnswer({ code, status, body }: ApiError): string {
  return BY_CODE[code ?? ''] ?? BY_STATUS[status] ?? said(body) ?? says.other;
}

/** Why a payment that was made is not recorded: the server's own words, and the transaction for support. */
export function recordFault(error: unknown, signature: string): Fault {
  if (!(error instanceof ApiError)) {
    return { message: says.recordWith(says.record, signature), requestId: null };
  }
  const { code, status, body, requestId } = error;
  if (status === 401) return { message: byAnswer(error), requestId };
  const message = code === 'NETWORK' ? says.network : (said(body) ?? says.record);
  return { message: says.recordWith(ended(message), signature), requestId };
}

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** Answers after which asking again can never succeed: the chain has spoken. */
const FINAL: readonly string[] = [
  'SIGNATURE_USED',
  'BOND_FAILED',
  'DEPOSIT_FAILED',
  'DEPOSIT_OTHER_MINT',
  'DEPOSIT_OTHER_RECIPIENT',
  'DEPOSIT_OTHER_SENDER',
  'DEPOSIT_NOTHING_GAINED',
];

export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && FINAL.includes(error.code ?? '');
}

/** Whether the same call may well succeed in a moment. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'PAUSED') return false;
  return (
    error.status === 0 || error.status === 429 || error.status >= 500 || error.code === 'CONFLICT'
  );
}

function said(body: unknown): string | null {
  const { error, message } = (body ?? {}) as { error?: unknown; message?: unknown };
  const text = error ?? message;
  return typeof text === 'string' && text !== '' ? text : null;
}
