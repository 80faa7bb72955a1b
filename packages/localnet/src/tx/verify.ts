import { type KeyObject, createPublicKey, verify } from 'node:crypto';
import { type Key, keyBytes } from '../bytes/key.ts';
import type { Transaction } from './parse.ts';

const CACHED_KEYS = 1_024;
const cache = new Map<Key, KeyObject>();

function keyObject(key: Key): KeyObject {
  const cached = cache.get(key);
  if (cached) return cached;
  // Read out of its DER form it would take longer than the signature itself.
  const x = keyBytes(key).toString('base64url');
  const made = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  if (cache.size >= CACHED_KEYS) cache.clear();
  cache.set(key, made);
  return made;
}

function verifyApart(message: Buffer, key: KeyObject, signature: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    verify(null, message, key, signature, (error, valid) => resolve(!error && valid));
  });
}

/**
 * Whether every required signature is there and right. It is the longest part of a send: while others
 * wait (`busy`) it is done on another thread, else at once, since changing threads takes its time too.
 */
export async function signaturesHold(transaction: Transaction, busy: boolean): Promise<boolean> {
  const { staticKeys, bytes } = transaction.message;
  for (const [i, signature] of transaction.signatures.entries()) {
    const signer = staticKeys[i];
    if (signer === undefined) return false;
    const key = keyObject(signer);
    const valid = busy
      ? await verifyApart(bytes, key, signature)
      : verify(null, bytes, key, signature);
    if (!valid) return false;
  }
  return true;
}
