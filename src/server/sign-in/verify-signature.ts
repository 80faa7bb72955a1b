import { createPublicKey, verify } from 'node:crypto';
import { getBase58Encoder } from '@solana/kit';

const base58 = getBase58Encoder();
/** The DER head of an Ed25519 public key: what node wants before the 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

/** Whether `signature` is the wallet's over these bytes; anything malformed is simply not. */
export function isSignedBy(wallet: string, signature: Uint8Array, bytes: Uint8Array): boolean {
  try {
    const raw = base58.encode(wallet);
    // Node reads the first 32 bytes and passes over the rest: one key would have many addresses.
    if (raw.length !== KEY_BYTES) return false;
    const key = Buffer.concat([SPKI, Buffer.from(raw)]);
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
