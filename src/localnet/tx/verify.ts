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

function verifyOne(message: Buffer, key: Key, signature: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    // Off the main thread: the check takes longer than everything else that a send does.
    verify(null, message, keyObject(key), signature, (error, valid) => resolve(!error && valid));
  });
}

/** Whether every required signature is there and right. */
export async function signaturesHold({ message, signatures }: Transaction): Promise<boolean> {
  const checks = signatures.map((signature, i) => {
    const signer = message.staticKeys[i];
    return signer === undefined
      ? Promise.resolve(false)
      : verifyOne(message.bytes, signer, signature);
  });
  return (await Promise.all(checks)).every(Boolean);
}
