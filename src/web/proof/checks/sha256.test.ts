import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sha256, sha256Into } from './sha256.ts';

const node = (message: Uint8Array): string => createHash('sha256').update(message).digest('hex');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('is SHA-256 for messages of every length around its blocks', () => {
  for (let length = 0; length <= 260; length += 1) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
    expect(hex(sha256(message)), `${length} bytes`).toBe(node(message));
  }
});

test('is SHA-256 for any message, whatever was hashed before', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (message) => {
      expect(hex(sha256(message))).toBe(node(message));
    }),
  );
});

test('writes a digest to where it is wanted, and nowhere else', () => {
  const out = new Uint8Array(40).fill(7);
  sha256Into(Uint8Array.of(2), out, 4);
  expect(hex(out.subarray(4, 36))).toBe(node(Uint8Array.of(2)));
  expect([...out.subarray(0, 4), ...out.subarray(36)]).toEqual(Array(8).fill(7));
});
