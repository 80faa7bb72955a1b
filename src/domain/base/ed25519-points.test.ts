import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SMALL_ORDER_POINTS } from '#test/support/small-order-points';
import { hasStrictPoints, isStrictPoint } from './ed25519-points.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const KEY = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
const SIGNATURE = new Uint8Array(sign(null, Buffer.from('text'), privateKey));

/** Returns the signature with another R. */
const withR = (point: Uint8Array): Uint8Array => {
  const signature = SIGNATURE.slice();
  signature.set(point);
  return signature;
};

test('accepts the points of an ordinary signature', () => {
  expect(hasStrictPoints(KEY, SIGNATURE)).toBe(true);
});

describe('a point of small order', () => {
  const cases = SMALL_ORDER_POINTS.map((point) => [Buffer.from(point).toString('hex'), point]);
  test.each(cases as [string, Uint8Array][])('%s is refused as key and as R', (_, point) => {
    expect(isStrictPoint(point)).toBe(false);
    expect(hasStrictPoints(point, SIGNATURE)).toBe(false);
    expect(hasStrictPoints(KEY, withR(point))).toBe(false);
  });

  test('has 14 encodings', () => {
    expect(new Set(cases.map(([hex]) => hex)).size).toBe(14);
  });
});

test('refuses each y coordinate that is not reduced modulo the field prime', () => {
  for (let low = 0xed; low <= 0xff; low += 1) {
    for (const high of [0x7f, 0xff]) {
      const point = new Uint8Array(32).fill(0xff);
      point[0] = low;
      point[31] = high;
      expect(isStrictPoint(point)).toBe(false);
      expect(hasStrictPoints(KEY, withR(point))).toBe(false);
    }
  }
  const largest = new Uint8Array(32).fill(0xff);
  largest.set([0xeb], 0);
  largest.set([0x7f], 31);
  expect(isStrictPoint(largest)).toBe(true);
});

test('refuses keys and signatures of another length', () => {
  expect(hasStrictPoints(KEY.subarray(1), SIGNATURE)).toBe(false);
  expect(hasStrictPoints(new Uint8Array([...KEY, 1]), SIGNATURE)).toBe(false);
  expect(hasStrictPoints(KEY, SIGNATURE.subarray(1))).toBe(false);
  expect(hasStrictPoints(KEY, new Uint8Array([...SIGNATURE, 1]))).toBe(false);
});
