import type { SolShortfall } from '#domain/payments/sol-shortfall';

import { ApiError } from '../api/api-error.ts';
import { inReadersZone } from '../api/fault.ts';
import type { Fault } from '../ui/cards/read.ts';
import { payTexts } from './pay-texts.ts';
import { MaybeSent, WalletFailure, isRejection, ownSentence } from '../wallet/failure.ts';
import { isShortOfFunds, refusedFor } from './chain.ts';
import type { Order } from './order.ts';
import { shortText } from './sol-needed.ts';
import type { StoredPayment } from './stored-payment.ts';

type Purpose = Order['purpose'];

const says = payTexts.failed;

/** The payer has too little: found out before anything was signed. */
export class ShortOfFunds extends Error {
  override readonly name = 'ShortOfFunds';
}

/** The payer of USDC has too little SOL: found out before anything was signed. */
export class ShortOfSol extends Error {
  override readonly name = 'ShortOfSol';
  readonly shortfall: SolShortfall;

  constructor(shortfall: SolShortfall) {
    super('short of SOL');
    this.shortfall = shortfall;
  }
}

/** What is told of a payment that failed, and what of it is logged. */
export interface PayFault extends Fault {
  /** The server's; null where it was not the server that failed. */
  readonly code: string | null;
}

const UNKNOWN_TO_SERVER = { requestId: null, code: null } as const;

/** It landed, and failed there. */
export const FAILED_ON_CHAIN: PayFault = { message: says.onChain, ...UNKNOWN_TO_SERVER };

/** This page could not hand it to the network; it may be tried again with the same bytes. */
export const NOT_HANDED_OVER: PayFault = { message: says.network, ...UNKNOWN_TO_SERVER };

/** Why nothing was paid, or may not have been, in the product's words; by code, never by text. */
export function payFault(error: unknown, purpose: Purpose): PayFault {
  if (!(error instanceof ApiError))
    return { message: byWallet(error, purpose), ...UNKNOWN_TO_SERVER };
  return { message: byAnswer(error, purpose), ...loggedOf(error) };
}

const loggedOf = ({ reference, code }: ApiError) => ({ requestId: reference, code });

function byWallet(error: unknown, purpose: Purpose): string {
  const refused = refusedFor(error);
  const isShort = refused !== null && isShortOfFunds(refused);
  if (error instanceof MaybeSent) return payTexts[purpose].failed.maybeSent;
  if (error instanceof ShortOfSol) return shortText(error.shortfall);
  if (isShort || error instanceof ShortOfFunds) return says.insufficient;
  if (error instanceof WalletFailure) return says.wallet;
  if (isRejection(error)) return says.rejected;
  return ownSentence(error) ?? payTexts[purpose].failed.other;
}

const BY_CODE: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: says.authenticate,
  SESSION_EXPIRED: says.expired,
  WALLET_MISMATCH: says.wallet,
  NETWORK: says.network,
};

const BY_STATUS: Readonly<Record<number, string>> = {
  401: says.unauthorized,
  500: says.server,
};

function byAnswer({ code, status, body }: ApiError, purpose: Purpose): string {
  const { invalid, other } = payTexts[purpose].failed;
  if (status === 400) return invalid;
  return BY_CODE[code ?? ''] ?? BY_STATUS[status] ?? said(body) ?? other;
}

/** Refusals of a stake after which its payment stands as credit. */
const CREDITED: readonly string[] = ['INSUFFICIENT_BALANCE', 'BELOW_MINIMUM', 'TOO_MANY_VAULTS'];

/** Why what was paid for is not recorded: the server's own words, and the transaction for support. */
export function recordFault(
  error: unknown,
  payment: Pick<StoredPayment, 'purpose' | 'signature'>,
): PayFault {
  const { purpose, signature } = payment;
  const { unrecorded } = payTexts[purpose].failed;
  const told = (message: string) =>
    signature === null ? message : says.recordWith(ended(message), signature);
  if (!(error instanceof ApiError)) return { message: told(unrecorded), ...UNKNOWN_TO_SERVER };
  const { code, status, body } = error;
  const logged = loggedOf(error);
  if (status === 401) return { message: byAnswer(error, purpose), ...logged };
  if (signature !== null && CREDITED.includes(code ?? '')) {
    return { message: `${ended(said(body) ?? unrecorded)} ${payTexts.fee.kept}`, ...logged };
  }
  return {
    message: told(code === 'NETWORK' ? says.network : (said(body) ?? unrecorded)),
    ...logged,
  };
}

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** Answers after which asking again can never succeed: the chain has spoken. */
const FINAL: readonly string[] = [
  'SIGNATURE_USED',
  'FEE_TOO_OLD',
  'BOND_FAILED',
  'DEPOSIT_FAILED',
  'DEPOSIT_OTHER_MINT',
  'DEPOSIT_OTHER_RECIPIENT',
  'DEPOSIT_OTHER_SENDER',
  'DEPOSIT_NOTHING_GAINED',
  'DEPOSIT_OFF_PEG',
  ...CREDITED,
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

/** After how many milliseconds to ask again where the server waits for a fee that was paid, else null. */
export function unseenMs(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'FEE_NOT_SEEN') return null;
  const { retryAfterSeconds } = error.body as { retryAfterSeconds?: number };
  return 1_000 * (retryAfterSeconds ?? 2);
}

/** The lamports that are missing of a fee, where the server asks for them, else null. */
export function missingLamports(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'FEE_REQUIRED') return null;
  return (error.body as { lamports?: string }).lamports ?? null;
}

function said(body: unknown): string | null {
  const { error, message } = (body ?? {}) as { error?: unknown; message?: unknown };
  const text = error ?? message;
  return typeof text === 'string' && text !== '' ? inReadersZone(text) : null;
}
