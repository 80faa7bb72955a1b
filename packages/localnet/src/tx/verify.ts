import { type KeyObject, createPublicKey, verify } from 'node:crypto';
import { type Key, keyBytes } from '../bytes/key.ts';
import type { Transaction } from './parse.ts';

/** What precedes the 32 bytes of an Ed25519 key in its DER form. */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const CACHED_KEYS = 1_024;
const cache = new Map<Key, KeyObject>();

function keyObject(key: Key): KeyObject {
  const cached = cache.get(key);
  if (cached) return cached;
  const made = createPublicKey({
    key: Buffer.concat([DER_PREFIX, keyBytes(key)]),
    format: 'der',
    type: 'spki',
  });
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
