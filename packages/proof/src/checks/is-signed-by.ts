import { ed25519 } from '@noble/curves/ed25519.js';
import { addressBytes, base58Bytes } from '../files/address.ts';

/** A text with its Ed25519 signature in base58. */
export interface SignedText {
  readonly message: string;
  readonly signature: string;
}

/**
 * True if an address signed a text. The strict rules of RFC 8032 refuse keys of small order and encodings
 * that are not canonical, for which anybody can forge signatures.
 */
export function isSignedBy(address: string, { message, signature }: SignedText): boolean {
  const [key, bytes] = [addressBytes(address), base58Bytes(signature)];
  if (!key || bytes?.length !== 64) return false;
  try {
    if (ed25519.Point.fromBytes(bytes.subarray(0, 32)).isSmallOrder()) return false;
    return ed25519.verify(bytes, new TextEncoder().encode(message), key, { zip215: false });
  } catch {
    return false;
  }
}
