import { decodeBase58, encodeBase58 } from './base58.ts';

/** A public key or hash: its 32 bytes as latin1 characters, cheap to make and to look up by. */
export type Key = string & { readonly __bytes: 32 };

export const KEY_BYTES = 32;

/** The key at `at` of `bytes`. */
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

/** The key of a base 58 text that is known to be one. */
export function key(text: string): Key {
  const bytes = decodeBase58(text);
  if (bytes?.length !== KEY_BYTES) throw new Error(`not a key: ${text}`);
  return keyAt(bytes);
}
