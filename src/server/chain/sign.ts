import type { webcrypto } from 'node:crypto';

import {
  createKeyPairFromBytes,
  createKeyPairFromPrivateKeyBytes,
  getBase64Encoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  getTransactionDecoder,
  signTransaction,
} from '@solana/kit';

/** Bytes that can be sent, and the signature under which the chain will know them. */
export interface Signed {
  /** Wire format, base64. */
  readonly transaction: string;
  readonly signature: string;
}

export type KeyPair = webcrypto.CryptoKeyPair;

/** A key pair from a secret: the 32-byte seed, or the 64 bytes of a key file. Throws where the two halves disagree. */
export function keyPairOf(secret: Uint8Array): Promise<KeyPair> {
  return secret.length === 64
    ? createKeyPairFromBytes(secret)
    : createKeyPairFromPrivateKeyBytes(secret);
}

/** Signs a built transaction. Ed25519 is deterministic: the same bytes give the same signature. */
export async function sign(transaction: string, keyPair: KeyPair): Promise<Signed> {
  const built = getTransactionDecoder().decode(getBase64Encoder().encode(transaction));
  const signed = await signTransaction([keyPair], built);
  return {
    transaction: getBase64EncodedWireTransaction(signed),
    signature: getSignatureFromTransaction(signed),
  };
}
