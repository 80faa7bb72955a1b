import { createPublicKey, verify } from 'node:crypto';
import { getBase58Encoder } from '@solana/kit';

const base58 = getBase58Encoder();
/** The DER head of an Ed25519 public key: what node wants before the 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether `signature` is the wallet's over these bytes; anything malformed is simply not. */
export function isSignedBy(wallet: string, signature: Uint8Array, bytes: Uint8Array): boolean {
  try {
    const key = Buffer.concat([SPKI, Buffer.from(base58.encode(wallet))]);
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
    return signature.length === 64 && verify(null, bytes, publicKey, signature);
  } catch {
    return false;
  }
}

/** The bytes of a base58 text; null where it is none. */
export function fromBase58(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(base58.encode(text));
  } catch {
    return null;
  }
}
