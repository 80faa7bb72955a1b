import { getBase58Decoder } from '@solana/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { base58Bytes } from './base58.ts';

test('reads what others have written, zeros in front included', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(base58Bytes(getBase58Decoder().decode(bytes))).toEqual(bytes);
    }),
  );
});

test('knows what is no base 58', () => {
  for (const text of ['0', 'O', 'I', 'l', 'abc+', 'a b']) expect(base58Bytes(text)).toBeNull();
});
