import { USD_PRICE_DECIMALS, parseAmount, parseDecimal, usdPrice } from '#domain/base/money';
import type { ConfirmedTransfer } from '#domain/payouts/payout-bytes';
import { isStatementOf } from '#domain/payouts/payout-daily-limit';
import { NONCE_SEEDS } from '#domain/payouts/payout-labels';
import { SECOND_MS } from '#domain/base/time';

import { AdminSessionEnded } from '../../api/admin-client.ts';
import { ApiError } from '../../api/api-error.ts';
import { faultOf } from '../../api/fault.ts';
import { queryClient } from '../../api/query-client.ts';
import { statusQuery } from '../../api/queries.ts';
import { pause } from '../../api/rpc.ts';
import type { Fault } from '../../ui/cards/read.ts';
import { payOutTexts } from './pay-out-texts.ts';
import { WalletFailure, isRejection } from '../../wallet/failure.ts';
import {
  type SignedOne,
  signAllTransactions,
  signsSeveral,
} from '../../wallet/sign-transaction.ts';
import type { WalletProof } from '../../wallet/sign-in.ts';
import { addressNow } from '../../wallet/state.ts';
import { NotSigned } from './not-signed.ts';
import { signText } from './owner-signature.ts';

/** What the owner has confirmed, with amount and price as they were shown. */
export type Confirmed = Omit<ConfirmedTransfer, 'amount' | 'rentPrice'> & {
  readonly amount: string;
  readonly rentPrice?: string | undefined;
};

/** A payment out of the treasury. */
export interface PayOutOrder<T> {
  /** What the owner has confirmed: the wallet is asked for this and for nothing else. */
  readonly confirmed: Confirmed;
  readonly pay: (signed: OwnerSigned) => Promise<T>;
  /** Called while the order waits for a nonce, when it is begun, and when the owner's wallet is asked. */
  readonly onStep: (step: 'waiting' | 'running' | 'signing') => void;
  /** Told what came of it, once. */
  readonly onEnd: (end: PayOutEnd<T>) => void;
}

/** `answer` is the server's, once the payment is stored. */
type PayOutEnd<T> = { readonly answer: T } | { readonly error: unknown };

/** What the owner's wallet gave: the payout's transaction, or above the daily limit a text's signature. */
export interface OwnerSigned {
  readonly signedTransaction?: string;
  readonly message?: string;
  readonly signature?: string;
  readonly signedMessage?: string;
  readonly transaction?: string;
}

/** Number of payouts in one prompt of the wallet: each holds a nonce until it is final. */
const GROUP_MAX = NONCE_SEEDS.length;
/** Time for which the page waits for a free nonce while no payout goes on. */
const IDLE_MS_MAX = 90 * SECOND_MS;

/**
 * Pays each order by one call, or by two where the owner's wallet signs: the first hands out the transaction, the
 * second brings it back. Orders go in groups, as many as there are free nonces, and one prompt of the wallet per group
 * where the wallet can do that. An order that fails stops no other. Repeating the call gets the payout under way.
 */
export async function payOutAll<T extends object>(
  orders: readonly PayOutOrder<T>[],
): Promise<void> {
  const size = signsSeveral() ? GROUP_MAX : 1;
  let left = orders;
  let idleMs = 0;
  while (left.length > 0) {
    const group = left.slice(0, size);
    const { later, refused } = await payGroup(group);
    left = [...later, ...left.slice(group.length)];
    if (refused === null || later.length < group.length) {
      idleMs = 0;
      continue;
    }
    idleMs += refused.waitMs;
    if (idleMs > IDLE_MS_MAX) {
      for (const { onEnd } of left) onEnd({ error: refused.error });
      return;
    }
    for (const { onStep } of later) onStep('waiting');
    await pause(refused.waitMs);
  }
}

/** The same for one order; throws why it came to nothing. */
export function payOut<T extends object>(order: Omit<PayOutOrder<T>, 'onEnd'>): Promise<T> {
  return new Promise((paid, failed) => {
    const onEnd = (end: PayOutEnd<T>) => ('answer' in end ? paid(end.answer) : failed(end.error));
    payOutAll([{ ...order, onEnd }]).catch(failed);
  });
}

interface HandedOut<T> {
  readonly order: PayOutOrder<T>;
  readonly transaction: string;
}

/** Refusal for want of a nonce, and the time after which the server wants to be asked again. */
interface NoNonce {
  readonly error: unknown;
  readonly waitMs: number;
}

/** Orders of a group for which no nonce was free; `refused` is null if there are none. */
interface GroupEnd<T> {
  readonly later: readonly PayOutOrder<T>[];
  readonly refused: NoNonce | null;
}

/** Hands out, has the wallet sign in one prompt, and brings back. */
async function payGroup<T extends object>(group: readonly PayOutOrder<T>[]): Promise<GroupEnd<T>> {
  const handedOut: HandedOut<T>[] = [];
  let end: GroupEnd<T> = { later: [], refused: null };
  for (const [place, order] of group.entries()) {
    order.onStep('running');
    const first = await tried(() => handOut(order));
    const refused = 'error' in first ? noNonceOf(first.error) : null;
    if (refused) {
      end = { later: group.slice(place), refused };
      break;
    }
    if ('error' in first) order.onEnd(first);
    else if (!('transaction' in first.answer)) order.onEnd({ answer: first.answer.paid });
    else handedOut.push({ order, transaction: first.answer.transaction });
  }
  const signed = await signedOnes(handedOut);
  for (const [place, { order }] of handedOut.entries()) {
    order.onEnd(await tried(() => bringBack(order, signed[place] ?? null)));
  }
  return end;
}

/** Null for any other failure. */
function noNonceOf(error: unknown): NoNonce | null {
  if (!(error instanceof ApiError) || error.code !== 'NO_FREE_NONCE') return null;
  const { ready, retryAfterSeconds } = error.body as {
    readonly ready: number;
    readonly retryAfterSeconds: number;
  };
  // Payouts are off: the nonce accounts are still to be paid for, or the chain refuses them.
  if (ready === 0)
    return { error: new NotSigned(payOutTexts.failed.off, { cause: error }), waitMs: Infinity };
  return { error, waitMs: retryAfterSeconds * SECOND_MS };
}

/** Without a session nothing more is asked: the gate takes the place of all this. */
async function tried<T>(work: () => Promise<T>): Promise<PayOutEnd<T>> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof AdminSessionEnded) throw error;
    return { error };
  }
}

/** What has been paid by this call, or the transaction to sign, which is what the owner has confirmed. */
async function handOut<T extends object>(
  order: PayOutOrder<T>,
): Promise<{ readonly paid: T } | { readonly transaction: string }> {
  const first = await paidOrBuilt(order);
  const transaction = transactionOf(first);
  if (transaction === null) return { paid: first };
  await checkTransaction(transaction, transferOf(order.confirmed));
  return { transaction };
}

function transactionOf(answer: object): string | null {
  const { transaction } = answer as { readonly transaction?: unknown };
  return typeof transaction === 'string' ? transaction : null;
}

/** The server's first answer; above the daily limit, to the owner's signature of a text. */
async function paidOrBuilt<T>({ confirmed, pay, onStep }: PayOutOrder<T>): Promise<T> {
  try {
    return await pay({});
  } catch (error) {
    const message = textToSign(error);
    if (message === null) throw error;
    if (!isStatementOf(message, transferOf(confirmed))) {
      throw new NotSigned(payOutTexts.failed.otherText, { cause: error });
    }
    onStep('signing');
    return pay({ message, ...(await signedText(message)) });
  }
}

function transferOf({ amount: shown, rentPrice, ...confirmed }: Confirmed): ConfirmedTransfer {
  const amount = parseAmount(confirmed.token, shown);
  if (amount === null) throw new Error(`not an amount: ${shown}`);
  const price = parseDecimal(rentPrice ?? '', USD_PRICE_DECIMALS);
  return { ...confirmed, amount, ...(price === null ? {} : { rentPrice: usdPrice(price) }) };
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

/** Throws where the bytes are not what the owner has confirmed, paid by the connected wallet. */
async function checkTransaction(transaction: string, confirmed: ConfirmedTransfer): Promise<void> {
  const treasury = addressNow();
  if (treasury === null) throw new NotSigned(payOutTexts.failed.noWallet);
  const { usdcMint } = await queryClient.ensureQueryData(statusQuery());
  const { faultOfHandedOut } = await import('./handed-out.ts');
  const where = { treasury, usdcMint };
  const fault = await faultOfHandedOut(fromBase64(transaction), confirmed, where);
  if (fault !== null) throw new NotSigned(payOutTexts.failed.other(payOutTexts.faults[fault]));
}

/** What the wallet gives for all of them in one prompt. */
async function signedOnes<T>(handedOut: readonly HandedOut<T>[]): Promise<readonly SignedOne[]> {
  const wallet = addressNow();
  if (handedOut.length === 0 || wallet === null) return [];
  const { network } = await queryClient.ensureQueryData(statusQuery());
  for (const { order } of handedOut) order.onStep('signing');
  const bytes = handedOut.map(({ transaction }) => fromBase64(transaction));
  return signAllTransactions(bytes, wallet, network);
}

/** Hands in what the wallet has signed; what it has not signed waits at the server. */
async function bringBack<T>({ pay }: PayOutOrder<T>, signed: SignedOne): Promise<T> {
  if (signed === null) throw new NotSigned(payOutTexts.failed.leftOut);
  if ('error' in signed) throw new NotSigned(sentence(signed.error), { cause: signed.error });
  return pay({ signedTransaction: toBase64(signed.bytes) });
}

function sentence(error: unknown): string {
  if (isRejection(error)) return payOutTexts.failed.refused;
  return error instanceof WalletFailure ? error.message : payOutTexts.failed.wallet;
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}
