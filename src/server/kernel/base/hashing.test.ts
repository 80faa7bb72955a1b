import { createHash, createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HASHING, runInSlices } from './hashing.ts';

const bytes = fc.uint8Array({ maxLength: 200 });

test('hashes equal those of node:crypto', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(key, bytes, (secret, data) => {
      const sha256 = createHash('sha256').update(data).digest();
      expect(Buffer.from(HASHING.sha256(data))).toEqual(sha256);
      const hmac = createHmac('sha256', secret).update(data).digest();
      expect(Buffer.from(HASHING.hmacSha256(secret, data))).toEqual(hmac);
    }),
  );
});

test('a long generator yields to the event loop', async () => {
  const turn = new AbortController();
  setImmediate(() => turn.abort());
  // Ends only if something else runs meanwhile.
  function* work(): Generator<void, string> {
    while (!turn.signal.aborted) yield;
    return 'done';
  }
  expect(await runInSlices(work())).toBe('done');
});
