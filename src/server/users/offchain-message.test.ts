import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offchainContent } from './offchain-message.ts';

const PREFIX = Buffer.from('\xffsolana offchain', 'latin1');
const KEY = Buffer.alloc(32, 7);
const TEXT = 'Sign in to LMT: für Ä.';

const length = (text: string): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(Buffer.byteLength(text));
  return bytes;
};
const envelopes = (text: string): readonly (readonly [string, Buffer])[] => [
  ['version 1', Buffer.concat([PREFIX, Buffer.from([1, 1]), KEY, Buffer.from(text)])],
  [
    'version 0',
    Buffer.concat([
      PREFIX,
      Buffer.from([0]),
      Buffer.alloc(32),
      Buffer.from([1, 1]),
      KEY,
      length(text),
      Buffer.from(text),
    ]),
  ],
  [
    'version 0 as Ledger read it',
    Buffer.concat([PREFIX, Buffer.from([0, 1]), length(text), Buffer.from(text)]),
  ],
];

test.each(envelopes(TEXT))('reads the text of an envelope of %s', (_, bytes) => {
  expect(offchainContent(bytes)).toBe(TEXT);
});

test.each(envelopes(TEXT))(
  'does not read the same text from an envelope of %s with an altered byte',
  (_, bytes) => {
    const textAt = bytes.length - Buffer.byteLength(TEXT);
    for (let at = 0; at < bytes.length; at += 1) {
      // Other signers and the application do not change the text.
      if (at > PREFIX.length && at < textAt) continue;
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(offchainContent(altered), `byte ${at}`).not.toBe(TEXT);
    }
  },
);

test('returns null for bytes that are no envelope', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => offchainContent(bytes) === null),
  );
  expect(offchainContent(Buffer.from(TEXT))).toBeNull();
  expect(offchainContent(Buffer.concat([PREFIX, Buffer.from([0])]))).toBeNull();
  expect(offchainContent(Buffer.concat([PREFIX, Buffer.from([1, 0]), KEY]))).toBeNull();
});
