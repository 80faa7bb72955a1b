import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { type Key, keyAt, keyText } from './bytes/key.ts';

/** PKCS#8 DER header of an Ed25519 key, before its 32-byte seed. */
const DER_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface Keypair {
  readonly key: Key;
  /** Base 58. */
  readonly address: string;
  /** Seed and public key, 64 bytes: the export format of wallets. */
  readonly secretKey: Buffer;
  sign(message: Uint8Array): Buffer;
}

/** Builds a key pair from a 32-byte seed or a 64-byte secret key. */
export function keypair(secret: Uint8Array): Keypair {
  const seed = Buffer.from(secret.subarray(0, 32));
  const privateKey = createPrivateKey({
    key: Buffer.concat([DER_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey)
    .export({ format: 'der', type: 'spki' })
    .subarray(-32);
  const key = keyAt(publicKey);
  return {
    key,
    address: keyText(key),
    secretKey: Buffer.concat([seed, publicKey]),
    sign: (message) => sign(null, message, privateKey),
  };
}

export function randomKeypair(): Keypair {
  return keypair(randomBytes(32));
}
