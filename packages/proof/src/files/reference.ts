import { sha256 } from '@noble/hashes/sha2.js';
import { addressBytes, addressOf } from './address.ts';

const PREFIX = new TextEncoder().encode('lmt-proof:v2:reference:');

/**
 * Returns the address that every anchor of a treasury names: the SHA-256 of `lmt-proof:v2:reference:` and the
 * treasury's 32 bytes. Listing its transactions finds all anchors. Null if the treasury is not an address.
 */
export function referenceOf(treasury: string): string | null {
  const bytes = addressBytes(treasury);
  return bytes && addressOf(sha256(Uint8Array.of(...PREFIX, ...bytes)));
}
