import { ApiError } from '../api/api-error.ts';
import { RpcError } from '../api/rpc.ts';
import { walletTexts } from './wallet-texts.ts';

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

/** The wallet was never asked: nothing of what it was to do has been done. */
export class WalletUnreached extends WalletFailure {
  override readonly name: string = 'WalletUnreached';
}

/** No wallet that could be used is there: what helps is to install one. */
export class WalletMissing extends WalletUnreached {
  override readonly name = 'WalletMissing';
}

/** The wallet signed no text, or none that counts: a transaction may do instead. */
export class NotSigned extends WalletFailure {
  override readonly name = 'NotSigned';
}

/** The wallet was asked to send a transaction and gave no signature, nor a refusal: it may have sent it. */
export class MaybeSent extends Error {
  override readonly name = 'MaybeSent';
}

export function walletFailure(reason: Reason, cause?: unknown): WalletFailure {
  const requestId = cause instanceof ApiError ? cause.requestId : null;
  return new WalletFailure(walletTexts.errors[reason], { cause, requestId });
}

/** The code by which wallets say that their owner refused. */
const REFUSED = 4001;
/** What a wallet of our own says in its owner's place. */
export function refusal(message: string): Error {
  return Object.assign(new Error(message), { code: REFUSED });
}

/** An internal error; while connecting, wallets say by it that their owner refused. */
const INTERNAL = -32603;
/** Not authorized by its owner; no network; a question of its own is open already. */
const OWN_WORDS: readonly unknown[] = [4100, 4900, -32002];
/** Codes by which wallets say that they have no such method. */
const UNKNOWN_METHOD: readonly unknown[] = [-32601, -32004, 4200];

/**
 * Whether the wallet's owner refused. Not every wallet has a code for it: then its word is looked for. By
 * another code it says something else, in whatever words.
 */
export function isRejection(error: unknown): boolean {
  const { code } = said(error);
  return typeof code === 'number' ? code === REFUSED : saysRejected(error);
}

function saysRejected(error: unknown): boolean {
  const { message } = said(error);
  return typeof message === 'string' && /rejected/i.test(message);
}

const SENTENCE_CHARS_MAX = 200;

/**
 * What a wallet or the chain's node says went wrong, in its own words: one line without markup. Null
 * where it has none; a fault of a program has no words for a user.
 */
export function ownSentence(error: unknown): string | null {
  const isFault = error instanceof TypeError || error instanceof ReferenceError;
  const { message } = isFault ? {} : ((error ?? {}) as { readonly message?: unknown });
  if (typeof message !== 'string') return null;
  const line = message.replaceAll(/[<>]/g, '').replaceAll(/\s+/g, ' ').trim();
  if (!/\p{L}/u.test(line)) return null;
  return line.length > SENTENCE_CHARS_MAX ? `${line.slice(0, SENTENCE_CHARS_MAX - 1)}…` : line;
}

/** Whether the wallet does not know what it was asked to do. */
export function isUnknownMethod(error: unknown): boolean {
  return UNKNOWN_METHOD.includes(said(error).code);
}

const isRefusedConnection = (error: unknown): boolean =>
  isRejection(error) || saysRejected(error) || said(error).code === INTERNAL;

/** What a failed attempt to connect is called. */
export function connectFailure(error: unknown): WalletFailure {
  if (error instanceof WalletFailure) return error;
  if (isRefusedConnection(error)) return walletFailure('rejected', error);
  if (isWordless(error)) return new WalletFailure(walletTexts.failed.fallback, { cause: error });
  return inItsWords(error) ?? walletFailure('other', error);
}

/** True if a wallet failed without a message. Server and RPC errors have their own words. */
function isWordless(error: unknown): boolean {
  if (error instanceof ApiError || error instanceof RpcError) return false;
  const message = typeof error === 'string' ? error : said(error).message;
  return typeof message !== 'string' || message.trim() === '';
}

/** What a failed attempt to sign in is called, whether the wallet or the server failed. */
export function signInFailure(error: unknown): WalletFailure {
  if (error instanceof WalletFailure) return error;
  if (isRefusedConnection(error)) return walletFailure('rejected', error);
  if (isUnknownMethod(error)) return walletFailure('noMessages', error);
  return inItsWords(error) ?? walletFailure('authentication', error);
}

/** What only the wallet knows: null where it does not say it by a code and a sentence. */
function inItsWords(error: unknown): WalletFailure | null {
  const { code } = said(error);
  const sentence = OWN_WORDS.includes(code) ? ownSentence(error) : null;
  return sentence === null ? null : new WalletFailure(sentence, { cause: error });
}

/** The same where the wallet was asked for a text and gave none, or one that the server did not take. */
export function notSigned(error: unknown): NotSigned {
  const { message, requestId } = signInFailure(error);
  return new NotSigned(message, { cause: error, requestId });
}

function said(error: unknown): { readonly code?: unknown; readonly message?: unknown } {
  const isOurs = error instanceof ApiError || error instanceof RpcError;
  return typeof error === 'object' && error !== null && !isOurs ? error : {};
}
