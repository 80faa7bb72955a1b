import { createPublicKey, verify } from 'node:crypto';
import { getBase58Encoder } from '@solana/kit';
import { hasStrictPoints } from '#domain/base/ed25519-points';

const base58 = getBase58Encoder();
/** DER prefix of an Ed25519 public key, which node needs before the 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** True if `signature` is the wallet's over these bytes; false if anything is malformed or of small order. */
export function isSignedBy(wallet: string, signature: Uint8Array, bytes: Uint8Array): boolean {
  try {
    const raw = Uint8Array.from(base58.encode(wallet));
    // Also refuses a longer key, of which node would read only the first 32 bytes.
    if (!hasStrictPoints(raw, signature)) return false;
    const key = Buffer.concat([SPKI, raw]);
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
    return verify(null, bytes, publicKey, signature);
  } catch {
    return false;
  }
}

/** Returns the bytes of a base58 text; null if it is not base58. */
export function fromBase58(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(base58.encode(text));
  } catch {
    return null;
  }
}
