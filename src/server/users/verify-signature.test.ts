import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  SMALL_ORDER_POINTS,
  forgedSignature,
  opensslAccepts,
} from '#test/support/small-order-points';
import { fromBase58, isSignedBy } from './verify-signature.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
const wallet = getBase58Decoder().decode(raw);

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

const fromLittleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

/** Signature by the wallet's owner with nonce 0: S = k × secret, which is valid if R is the identity. */
function signatureWithR(point: Uint8Array, text: Uint8Array): Uint8Array {
  const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
  const scalar = createHash('sha512').update(seed).digest().subarray(0, 32);
  scalar[0]! &= 0xf8;
  scalar[31] = (scalar[31]! & 0x7f) | 0x40;
  const k = createHash('sha512').update(point).update(raw).update(text).digest();
  const s = (fromLittleEndian(k) * fromLittleEndian(scalar)) % ORDER;
  const bytes = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
  return new Uint8Array([...point, ...bytes]);
}

describe('a wallet’s signature', () => {
  test('is refused over other bytes', () => {
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

  test.each(SMALL_ORDER_POINTS.map((key) => [getBase58Decoder().decode(key), key] as const))(
    'is refused if the address %s is a point of small order, whose signatures anybody can forge',
    (address, key) => {
      const texts = Array.from({ length: 50 }, (_, i) => Buffer.from(`Sign in ${i}`));
      const forged = texts.flatMap((text) => {
        const signature = forgedSignature(key, text);
        return signature ? [{ text, signature }] : [];
      });
      expect(forged.length).toBeGreaterThan(0);
      for (const { text, signature } of forged) {
        expect(isSignedBy(address, signature, text)).toBe(false);
      }
    },
  );

  test.each(
    SMALL_ORDER_POINTS.map((point) => [Buffer.from(point).toString('hex'), point] as const),
  )('is refused if its R is %s, a point of small order', (_, point) => {
    const text = Buffer.from('Sign in');
    const signature = signatureWithR(point, text);
    const isIdentity = point[0] === 1 && point[31] === 0;
    expect(opensslAccepts(raw, signature, text)).toBe(isIdentity);
    expect(isSignedBy(wallet, signature, text)).toBe(false);
  });

  test('is refused for an address that is longer or shorter than the key', () => {
    const bytes = Buffer.from('Sign in to LMT');
    const signature = sign(null, bytes, privateKey);
    for (const other of [[...raw, 7], [0, ...raw], raw.subarray(0, 31)]) {
      const address = getBase58Decoder().decode(Uint8Array.from(other));
      expect(isSignedBy(address, signature, bytes), address).toBe(false);
    }
  });

  test('is refused if it is malformed', () => {
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
