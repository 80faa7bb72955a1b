import type { webcrypto } from 'node:crypto';

import {
  createKeyPairFromBytes,
  createKeyPairFromPrivateKeyBytes,
  getBase58Decoder,
  getBase64Encoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  getTransactionDecoder,
  partiallySignTransaction,
  signBytes,
  signTransaction,
} from '@solana/kit';

/** Signed transaction with its signature. */
export interface Signed {
  /** Wire format, base64. */
  readonly transaction: string;
  readonly signature: string;
}

export type KeyPair = webcrypto.CryptoKeyPair;

/** Imports a 32-byte seed, or the 64 bytes of a key file. Throws if the file's public key does not match. */
export function keyPairOf(secret: Uint8Array): Promise<KeyPair> {
  return secret.length === 64
    ? createKeyPairFromBytes(secret)
    : createKeyPairFromPrivateKeyBytes(secret);
}

const decoded = (transaction: string) =>
  getTransactionDecoder().decode(getBase64Encoder().encode(transaction));

/** Adds a signature to a transaction that may have other signatures, or lack some. */
export async function cosign(transaction: string, keyPair: KeyPair): Promise<string> {
  const signed = await partiallySignTransaction([keyPair], decoded(transaction));
  return getBase64EncodedWireTransaction(signed);
}

/** Signs a transaction completely. Ed25519 is deterministic: the same bytes give the same signature. */
export async function sign(transaction: string, ...keyPairs: readonly KeyPair[]): Promise<Signed> {
  const signed = await signTransaction([...keyPairs], decoded(transaction));
  return {
    transaction: getBase64EncodedWireTransaction(signed),
    signature: getSignatureFromTransaction(signed),
  };
}

/** Signs a text. Returns the signature in base 58. */
export async function signText(text: string, { privateKey }: KeyPair): Promise<string> {
  return getBase58Decoder().decode(await signBytes(privateKey, new TextEncoder().encode(text)));
}
