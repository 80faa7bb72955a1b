import { generateKeyPairSync, sign } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase58, isSignedBy } from './verify-signature.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
const wallet = getBase58Decoder().decode(raw);

describe('a wallet’s signature', () => {
  test('is good for its own bytes alone', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (bytes, at) => {
        const signature = sign(null, bytes, privateKey);
        const altered = Buffer.from(bytes);
        altered[at % bytes.length]! ^= 1;
        return (
          isSignedBy(wallet, signature, bytes) &&
          !isSignedBy(wallet, signature, altered) &&
          !isSignedBy(wallet, signature.subarray(1), bytes)
        );
      }),
    );
  });

  test('is not one for an address that is the key and more, or less', () => {
    const bytes = Buffer.from('Sign in to LMT');
    const signature = sign(null, bytes, privateKey);
    for (const other of [[...raw, 7], [0, ...raw], raw.subarray(0, 31)]) {
      const address = getBase58Decoder().decode(Uint8Array.from(other));
      expect(isSignedBy(address, signature, bytes), address).toBe(false);
    }
  });

  test('whatever is malformed is simply not one', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array({ maxLength: 80 }), (text, bytes) => {
        return !isSignedBy(text, bytes, bytes) && !isSignedBy(wallet, bytes, Buffer.from(text));
      }),
    );
    expect(fromBase58('0OIl')).toBeNull();
    expect(fromBase58('')).toEqual(new Uint8Array());
    expect(fromBase58(wallet)).toEqual(Uint8Array.from(raw));
  });
});
