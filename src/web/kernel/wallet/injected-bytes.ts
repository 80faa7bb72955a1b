import {
  address,
  getBase58Decoder,
  getBase58Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  isAddress,
  type SignatureBytes,
} from '@solana/kit';
import type { IdentifierString, WalletAccount } from '@wallet-standard/base';

import { ALL_CHAINS } from './chains.ts';
import { isUnknownMethod, walletFailure } from './failure.ts';
import type { Provider } from './provider.ts';

/** Bytes as they are, or as their base 58. */
export function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (typeof value === 'string') return new Uint8Array(getBase58Encoder().encode(value));
  throw new TypeError('neither bytes nor base 58');
}

/** An account by the key that a provider gave, or null if that is none. */
export function accountOf(key: unknown, features: object): WalletAccount | null {
  const text = String(key);
  if (!isAddress(text)) return null;
  return {
    address: text,
    publicKey: bytesOf(text),
    chains: ALL_CHAINS,
    features: Object.keys(features).filter((name) =>
      name.startsWith('solana:'),
    ) as IdentifierString[],
  };
}

/**
 * The transaction with the provider's signature in it. Providers take their own library's objects; by
 * `request` they take the message in base 58 and give its signature, or the signed object.
 */
export async function signedBytes(
  provider: Provider,
  signer: string,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const transaction = getTransactionDecoder().decode(bytes);
  const message = getBase58Decoder().decode(transaction.messageBytes);
  const answer = await ask(provider, message);
  const { signature, serialize } = (answer ?? {}) as { signature?: unknown; serialize?: unknown };
  if (typeof serialize === 'function') return bytesOf(serialize.call(answer));
  if (!isSignature(signature)) throw walletFailure('noTransactions');
  const signatures = {
    ...transaction.signatures,
    [address(signer)]: bytesOf(signature) as SignatureBytes,
  };
  return new Uint8Array(getTransactionEncoder().encode({ ...transaction, signatures }));
}

async function ask(provider: Provider, message: string): Promise<unknown> {
  try {
    return await provider.request?.({ method: 'signTransaction', params: { message } });
  } catch (error) {
    throw isUnknownMethod(error) ? walletFailure('noTransactions', error) : error;
  }
}

function isSignature(value: unknown): boolean {
  return typeof value === 'string' || value instanceof Uint8Array;
}
