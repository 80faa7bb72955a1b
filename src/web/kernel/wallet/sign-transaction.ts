import { getBase58Decoder } from '@solana/kit';

import type { Status } from '#contract/terms/protocol';

import { unlockWallet } from './unlock-wallet.ts';
import { chainOf, listedChain } from './chains.ts';
import {
  MaybeSent,
  WalletUnreached,
  isRejection,
  isUnknownMethod,
  walletFailure,
} from './failure.ts';
import { isInjected } from './injected.ts';
import { type Live, featuresOf, liveWallet } from './live.ts';

/** What a wallet made of a payment: signed bytes, or, where it only sends, the signature of what it sent. */
export type WalletSigned =
  | { readonly kind: 'signed'; readonly bytes: Uint8Array }
  | { readonly kind: 'sent'; readonly signature: string };

/** What a wallet made of one of several transactions; null where it gave others back and not this one. */
export type SignedOne =
  | { readonly bytes: Uint8Array }
  /** As the wallet threw it. */
  | { readonly error: unknown }
  | null;

type Network = Status['network'];

/** Whether the connected wallet takes several transactions in one prompt. */
export function signsSeveral(): boolean {
  const live = liveWallet();
  return live !== null && !isInjected(live.wallet);
}

/** Has the connected wallet sign a transaction's wire bytes. Nothing is sent. */
export async function signTransaction(
  transaction: Uint8Array,
  address: string,
  network: Network,
): Promise<Uint8Array> {
  const [bytes] = await askedFor([transaction], await connected(address), network);
  if (!bytes) throw walletFailure('noProvider');
  return bytes;
}

/**
 * Has the connected wallet sign several transactions' wire bytes, in one prompt. A wallet that does not
 * take so many is asked for one after the other. Nothing is sent.
 */
export async function signAllTransactions(
  transactions: readonly Uint8Array[],
  address: string,
  network: Network,
): Promise<readonly SignedOne[]> {
  try {
    const live = await connected(address);
    return matched(transactions, await askedFor(transactions, live, network));
  } catch (error) {
    if (transactions.length === 1 || !isTooMany(error)) {
      return transactions.map(() => ({ error }));
    }
  }
  const signed: SignedOne[] = [];
  for (const transaction of transactions) {
    const [one = null] = await signAllTransactions([transaction], address, network);
    signed.push(one);
  }
  return signed;
}

async function askedFor(
  transactions: readonly Uint8Array[],
  { wallet, account }: Live,
  network: Network,
): Promise<readonly (Uint8Array | undefined)[]> {
  const feature = featuresOf(wallet)['solana:signTransaction'];
  if (!feature) throw walletFailure('noTransactions');
  const chain = listedChain(account, network);
  const inputs = transactions.map((transaction) => ({
    account,
    transaction,
    ...(chain === null ? {} : { chain }),
  }));
  const outputs: readonly ({ readonly signedTransaction?: Uint8Array } | undefined)[] =
    await feature.signTransaction(...inputs);
  return outputs.map((output) => output?.signedTransaction);
}

/** By which the Mobile Wallet Adapter says that it was given more than it takes at a time. */
const TOO_MANY = -5;

/** Whether a wallet that was given several transactions would take one. */
function isTooMany(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return code === TOO_MANY || isUnknownMethod(error);
}

/** Each transaction with what came back for it: known by its message, or, where none is missing, by its place. */
function matched(
  asked: readonly Uint8Array[],
  given: readonly (Uint8Array | undefined)[],
): readonly SignedOne[] {
  const isWhole = given.length === asked.length;
  const messages = given.map((bytes) => bytes && messageOf(bytes).join());
  return asked.map((transaction, place) => {
    const found = messages.indexOf(messageOf(transaction).join());
    const bytes = found === -1 ? isWhole && given[place] : given[found];
    return bytes ? { bytes } : null;
  });
}

const SIGNATURE_BYTES = 64;

/** What is signed: all that follows the signatures, whose number comes first. */
function messageOf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(1 + SIGNATURE_BYTES * (bytes[0] ?? 0));
}

/** How a payment is signed. A wallet that sends puts in a blockhash of its own when its owner has approved. */
type PaymentWay = 'sign' | 'send';

/** Whether the connected wallet could send a payment itself, which it is asked to sign alone. */
export function canSend(): boolean {
  const live = liveWallet();
  const features = live ? featuresOf(live.wallet) : {};
  return 'solana:signTransaction' in features && 'solana:signAndSendTransaction' in features;
}

/** Has the connected wallet sign a payment; one that signs nothing without sending it sends it. `MaybeSent` where it does not say whether it has. */
export async function signPayment(
  transaction: Uint8Array,
  address: string,
  { network, way }: { readonly network: Network; readonly way: PaymentWay },
): Promise<WalletSigned> {
  const live = await connected(address);
  const features = featuresOf(live.wallet);
  const sends = features['solana:signAndSendTransaction'];
  if (!sends || (way === 'sign' && 'solana:signTransaction' in features)) {
    return { kind: 'signed', bytes: await signTransaction(transaction, address, network) };
  }
  const input = { account: live.account, transaction, chain: chainOf(network) };
  try {
    const [sent] = await sends.signAndSendTransaction(input);
    if (!sent) throw walletFailure('noProvider');
    return { kind: 'sent', signature: getBase58Decoder().decode(sent.signature) };
  } catch (error) {
    throw isUnsent(error) ? error : new MaybeSent('no answer', { cause: error });
  }
}

/** Whether a wallet that was asked to send has certainly not: refused, not able to, or not there. */
function isUnsent(error: unknown): boolean {
  return isRejection(error) || isUnknownMethod(error) || error instanceof WalletUnreached;
}

async function connected(address: string): Promise<Live> {
  const live = liveWallet();
  if (!live || live.account.address !== address) throw walletFailure('notConnected');
  return unlockWallet(live);
}
