import { randomBytes } from 'node:crypto';
import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from '../src/bytes/base58.ts';
import { toJson } from '../src/bytes/json.ts';
import { type Key, keyAt } from '../src/bytes/key.ts';
import { History } from '../src/store/history.ts';
import { call, startNet } from './harness.ts';
import { pay, startKit } from './kit-client.ts';

const bytes = fc.uint8Array({ maxLength: 80 });

describe('byte encodings', () => {
  it('base58 agrees with @solana/kit in both directions', () => {
    fc.assert(
      fc.property(bytes, fc.nat(3), (value, zeros) => {
        const padded = Buffer.concat([Buffer.alloc(zeros), value]);
        const text = encodeBase58(padded);
        expect(text).toBe(getBase58Decoder().decode(padded));
        expect(decodeBase58(text)).toEqual(Buffer.from(getBase58Encoder().encode(text)));
      }),
    );
    expect(decodeBase58('0')).toBeNull();
    expect(decodeBase58('é')).toBeNull();
  });

  it('toJson matches JSON.stringify, and writes bigints in full', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(toJson(value as never))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(toJson({ a: [2n ** 64n - 1n, null], b: undefined })).toBe(
      '{"a":[18446744073709551615,null]}',
    );
  });
});

describe('history index', () => {
  it('returns the same results after encode and load', () => {
    const key = (n: number): Key => keyAt(Buffer.alloc(32, n));
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(fc.nat(20), { maxLength: 6 }), { maxLength: 60 }),
        fc.nat(60),
        (rows, cut) => {
          const written = new History();
          const signatures = rows.map(() => randomBytes(64));
          for (const [i, mentioned] of rows.entries()) {
            written.add({
              signature: signatures[i]!,
              slot: i >> 1,
              offset: i * 100,
              flags: i % 4,
              keys: mentioned.map(key),
            });
          }
          const at = Math.min(cut, rows.length);
          const read = new History();
          read.load(written.encode(0, at));
          read.load(written.encode(at, rows.length));
          expect(read.count).toBe(rows.length);
          for (let n = 0; n <= 20; n++) {
            const expected = rows
              .flatMap((mentioned, i) => (mentioned.includes(n) ? [i] : []))
              .toReversed();
            expect([...read.mentions(key(n))]).toEqual(expected);
          }
          for (const [i, signature] of signatures.entries()) {
            expect(read.find(signature)).toBe(i);
            expect([read.slot(i), read.offset(i)]).toEqual([i >> 1, i * 100]);
          }
          expect(read.find(randomBytes(64))).toBeNull();
          expect(read.firstAfter(2)).toBe(Math.min(6, rows.length));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('malformed bytes', () => {
  it('in a transaction never crash the process', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const { wire } = await kit.sign(alice, [pay(alice, bob.address, 1_000_000n)]);
    const good = Buffer.from(wire, 'base64');
    const send = async (sent: Buffer): Promise<void> => {
      for (const method of ['sendTransaction', 'simulateTransaction']) {
        const { body } = await kit.net.respond(
          JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method,
            params: [sent.toString('base64'), { encoding: 'base64' }],
          }),
        );
        expect(body).toMatch(/"error"|"err":/);
      }
    };
    // From the message on; signatures are covered by another test.
    for (let at = 65; at < good.length; at++) {
      for (const value of [0, 1, 3, 127, 128, 255]) {
        const bad = Buffer.from(good);
        bad.writeUInt8(value, at);
        if (!bad.equals(good)) await send(bad);
      }
    }
    for (let length = 0; length < good.length; length += 7) await send(good.subarray(0, length));
    await send(Buffer.concat([good, Buffer.from([0])]));
    const { net } = await startNet();
    expect((await call(net, 'getHealth')).result).toBe('ok');
    expect(
      (await call(kit.net, 'sendTransaction', wire, { encoding: 'base64' })).result,
    ).toBeTypeOf('string');
  });
});
