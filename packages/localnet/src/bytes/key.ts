import { decodeBase58, encodeBase58 } from './base58.ts';

/** A public key or hash: 32 bytes as a latin1 string, cheap to create and to hash. */
export type Key = string & { readonly __bytes: 32 };

export const KEY_BYTES = 32;

/** Returns the key at offset `at`. */
export function keyAt(bytes: Uint8Array, at = 0): Key {
  const view = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.toString('latin1', at, at + KEY_BYTES) as Key;
}

export function keyBytes(key: Key): Buffer {
  return Buffer.from(key, 'latin1');
}

export function keyText(key: Key): string {
  return encodeBase58(keyBytes(key));
}

/** Decodes a base-58 key; throws if it is invalid. */
export function key(text: string): Key {
  const bytes = decodeBase58(text);
  if (bytes?.length !== KEY_BYTES) throw new Error(`not a key: ${text}`);
  return keyAt(bytes);
}
