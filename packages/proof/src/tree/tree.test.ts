import { createHash, createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DAY,
  HASHING,
  SECRET,
  SECRETS,
  atOnce,
  joined,
  mineOf,
  owedTo,
  walletOf,
  wholeDay,
} from '../../test/whole-day.ts';
import { addressBytes, addressOf } from '../files/address.ts';
import { hashBytes, hexOf } from './bytes.ts';
import { checkMine } from '../checks/check-mine.ts';
import { chunkTree, chunksOf, pathInChunks, rootOfChunks, upperTree } from './chunks.ts';
import {
  SumOverflow,
  U64_MAX,
  compareHashes,
  countOf,
  fillerRecord,
  hashOf,
  leafRecord,
  nodeRecord,
  recordAt,
  recordOf,
  unitsOf,
  unlessOverflow,
} from './record.ts';
import { placeOf, sortedRecords } from './sorted-records.ts';
import { heightOf, pathOf, rootOf, treeOf } from './tree.ts';
import { type Part, leavesOf, partsOf, saltOf } from './wallet-leaves.ts';

const { sha256, hmacSha256 } = HASHING;
const hex = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(typeof part === 'string' ? Buffer.from(part, 'hex') : part);
  return hash.digest('hex');
};
const u64 = (units: bigint): string => units.toString(16).padStart(16, '0');
const shown = (record: Uint8Array): [string, bigint] => [hexOf(hashOf(record)), unitsOf(record)];

const units = fc.oneof(fc.bigInt(1n, 10n), fc.bigInt(1n, 10n ** 16n));

describe('the definition', () => {
  const [salt, wallet] = [sha256(Uint8Array.of(1)), walletOf(1)];

  test('fixes a leaf, a node and a filler byte by byte', () => {
    const leaf = leafRecord(sha256, { salt, wallet, units: 258n });
    expect(shown(leaf)).toEqual([hex('00', salt, wallet, u64(258n)), 258n]);
    const filler = fillerRecord(sha256);
    expect(shown(filler)).toEqual([hex('02'), 0n]);
    const node = nodeRecord(sha256, leaf, filler);
    expect(shown(node)).toEqual([
      hex('01', hashOf(leaf), u64(258n), hashOf(filler), u64(0n)),
      258n,
    ]);
  });

  test('makes a salt of HMAC(secret, wallet ‖ leaf number)', () => {
    const data = Buffer.concat([wallet, Buffer.from('00000003', 'hex')]);
    const expected = createHmac('sha256', SECRET).update(data).digest('hex');
    expect(hexOf(saltOf(hmacSha256, { secret: SECRET, wallet, number: 3 }))).toBe(expected);
  });

  test('makes the split of HMAC(split secret, wallet ‖ sum): a number, and cuts in rising order', () => {
    fc.assert(
      fc.property(fc.nat(9_999), fc.bigInt(0n, U64_MAX), (number, owed) => {
        const of = walletOf(number);
        const data = Buffer.concat([of, Buffer.from(u64(owed), 'hex')]);
        const draw = createHmac('sha256', SECRETS.split).update(data).digest();
        const words = [8, 16, 24].map((at) => BigInt(`0x${draw.toString('hex', at, at + 8)}`));
        const cuts = words
          .slice(0, 1 + Math.floor((draw[0]! * 3) / 256))
          .map((word) => (word * (owed + 1n)) / 2n ** 64n);
        const parts = partsOf(hmacSha256, SECRETS, { wallet: of, units: owed });
        const ends = parts.map((_, i) =>
          parts.slice(0, i + 1).reduce((sum, { units: each }) => sum + each, 0n),
        );
        expect(ends).toEqual([...cuts.sort((a, b) => Number(a - b)), owed]);
      }),
    );
  });

  test('splits a sum alike on every day, with other salts, and another sum differently', () => {
    const owed = { wallet: walletOf(1), units: 10n ** 15n };
    const on = (day: number, units = owed.units) =>
      partsOf(hmacSha256, { ...SECRETS, salts: walletOf(day) }, { ...owed, units });
    const sums = (parts: readonly Part[]) => parts.map(({ units: each }) => each);
    expect(sums(on(1))).toEqual(sums(on(2)));
    expect(on(1).map(({ salt }) => hexOf(salt))).not.toEqual(on(2).map(({ salt }) => hexOf(salt)));
    const next = sums(on(1, owed.units + 1n));
    expect(next.filter((each) => sums(on(1)).includes(each))).toEqual([]);
  });

  test('fills three leaves up with one filler, and five with three', () => {
    const leaves = [1, 2, 3].map((n) => recordOf(sha256(Uint8Array.of(n)), BigInt(n)));
    const [a, b, c] = leaves as [Uint8Array, Uint8Array, Uint8Array];
    const filler = fillerRecord(sha256);
    const right = nodeRecord(sha256, c, filler);
    const root = nodeRecord(sha256, nodeRecord(sha256, a, b), right);
    expect(rootOf(treeOf(sha256, joined(leaves)))).toEqual(root);
    const fillers = nodeRecord(sha256, filler, filler);
    const five = treeOf(sha256, joined([...leaves, a, b]));
    const left = nodeRecord(sha256, nodeRecord(sha256, a, b), nodeRecord(sha256, c, a));
    const last = nodeRecord(sha256, nodeRecord(sha256, b, filler), fillers);
    expect(rootOf(five)).toEqual(nodeRecord(sha256, left, last));
    expect(pathOf(five, 4)).toEqual([
      { side: 'right', record: filler },
      { side: 'right', record: fillers },
      { side: 'left', record: left },
    ]);
  });

  test('makes one filler of no wallet', () => {
    const { tree, day } = wholeDay([]);
    expect(rootOf(tree)).toEqual(fillerRecord(sha256));
    expect(day).toEqual({ day: DAY, root: hex('02'), totalUnits: '0', leaves: 0 });
  });

  test.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 2],
    [1_024, 10],
    [1_025, 11],
  ])('has for %i leaves %i levels above', (leaves, height) => {
    expect(heightOf(leaves)).toBe(height);
  });
});

describe('a wallet’s leaves', () => {
  test('are 2, 3 or 4, each with its own salt', () => {
    const split = Array.from({ length: 50 }, (_, i) =>
      partsOf(hmacSha256, SECRETS, { wallet: walletOf(i), units: 1_000n }),
    );
    expect(new Set(split.map(({ length }) => length))).toEqual(new Set([2, 3, 4]));
    const salts = split.flat().map(({ salt }) => hexOf(salt));
    expect(new Set(salts).size).toBe(salts.length);
  });

  test('exist for the largest u64 sum, and not for one unit more', () => {
    const wallet = walletOf(1);
    expect(countOf(leavesOf(HASHING, SECRETS, { wallet, units: U64_MAX }))).toBeGreaterThan(1);
    for (const none of [U64_MAX + 1n, -1n]) {
      const overflow = new SumOverflow(`${none} is no 64-bit sum`);
      expect(() => leafRecord(sha256, { salt: SECRET, wallet, units: none })).toThrow(overflow);
    }
    const full = recordOf(sha256(wallet), U64_MAX);
    const above = () => nodeRecord(sha256, full, recordOf(SECRET, 1n));
    expect(above).toThrow(SumOverflow);
    expect(unlessOverflow(above)).toBeNull();
    expect(() => unlessOverflow(() => hashOf(null!))).toThrow(TypeError);
  });
});

describe('a tree', () => {
  test('shows every wallet what it is owed, and adds up', () => {
    fc.assert(
      fc.property(fc.array(units, { maxLength: 12 }), (amounts) => {
        const owed = owedTo(amounts);
        const whole = wholeDay(owed);
        const total = amounts.reduce((sum, each) => sum + each, 0n);
        expect(whole.day.totalUnits).toBe(total.toString());
        for (const each of owed) {
          const mine = mineOf(whole, each);
          const checked = checkMine(sha256, mine, { day: whole.day, wallet: mine.wallet });
          expect(checked).toMatchObject({ ok: true, value: { units: each.units } });
        }
      }),
      { numRuns: 25 },
    );
  });

  test('has the same root and paths in chunks', () => {
    // The last two have fillers above the chunks, at one height and at two.
    for (const count of [0, 1, 1_024, 2_049, 4_100]) {
      const leaves = joined(
        Array.from({ length: count }, (_, i) => recordOf(walletOf(i), BigInt(i))),
      );
      const tree = treeOf(sha256, leaves);
      const chunks = [...chunksOf(leaves)];
      const isOnly = chunks.length === 1;
      const roots = joined(chunks.map((chunk) => rootOf(chunkTree(sha256, chunk, isOnly))));
      expect(rootOfChunks(sha256, roots)).toEqual(rootOf(tree));
      const upper = upperTree(sha256, roots);
      for (const [number, chunk] of chunks.entries()) {
        for (const place of [0, 1, countOf(chunk) - 1]) {
          const { index, path } = pathInChunks(sha256, upper, { leaves: chunk, number, place });
          expect(path).toEqual(pathOf(tree, index));
          expect(recordAt(leaves, index)).toEqual(recordAt(chunk, place));
        }
      }
    }
  });

  test('sorts its records by hash, and finds them', () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.array(hash, { maxLength: 40 }), fc.boolean(), (hashes, isAlike) => {
        // Hashes that begin alike fall into one bucket.
        const records = hashes.map((each, i) =>
          recordOf(isAlike ? each.fill(9, 0, 3) : each, BigInt(i)),
        );
        const sorted = atOnce(sortedRecords(joined(records)));
        const found = hashes.map((_, i) => hexOf(recordAt(sorted, i)));
        // Fixed-length hex stands in the order of its bytes; one sum follows another as they came.
        expect(found).toEqual(records.map(hexOf).toSorted());
        for (const record of records) {
          const place = placeOf(sorted, hashOf(record))!;
          expect(compareHashes(recordAt(sorted, place), record)).toBe(0);
        }
        for (const other of [
          sha256(sorted),
          hashOf(
            recordOf(
              SECRET.map(() => 255),
              0n,
            ),
          ),
        ]) {
          expect(placeOf(sorted, other)).toBeNull();
        }
      }),
      { numRuns: 30 },
    );
  });

  test('orders its records by hash only', () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(hash, fc.nat(31), fc.nat(255), (each, at, byte) => {
        const [a, b] = [recordOf(each, U64_MAX), recordOf(each.with(at, byte), 0n)];
        expect(Math.sign(compareHashes(a, b))).toBe(Math.sign(each[at]! - byte));
        expect(compareHashes(a, recordOf(each, 0n))).toBe(0);
      }),
    );
  });

  test('pauses while it distributes many records, and after each bucket', () => {
    const records = Array.from({ length: 5_000 }, (_, i) => recordOf(walletOf(i), BigInt(i)));
    const rows = records.map(hexOf).toSorted();
    const work = sortedRecords(joined(records));
    const buckets = new Set(rows.map((row) => row.slice(0, 4)));
    for (let pauses = 0; pauses < 2 + buckets.size; pauses += 1) {
      expect(work.next().done).toBe(false);
    }
    const sorted = work.next().value!;
    expect(hexOf(sorted)).toBe(rows.join(''));
    expect(unitsOf(sorted, 4_999)).toBe(BigInt(`0x${rows[4_999]!.slice(64)}`));
  });

  test('has no root without levels', () => {
    expect(() => rootOf({ levels: [], fillers: [] })).toThrow('a level of a tree is missing');
  });
});

test('an address has one form for its 32 bytes', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const leading = fc.tuple(fc.nat(32), bytes).map(([zeros, each]) => each.fill(0, 0, zeros));
  fc.assert(
    fc.property(fc.oneof(bytes, leading), (each) => {
      expect(addressBytes(addressOf(each))).toEqual(each);
    }),
  );
  const one = addressOf(walletOf(1));
  for (const wrong of [
    '',
    'abc',
    `1${one}`,
    `${one}1`,
    one.replace(/^./, '0'),
    one.replace(/.$/, '0'),
    'z'.repeat(44),
  ]) {
    expect(addressBytes(wrong), wrong).toBeNull();
  }
});

test('a hash is 64 lower-case hex digits', () => {
  const text = '0123456789abcdef'.repeat(4);
  expect(hexOf(hashBytes(text)!)).toBe(text);
  for (const wrong of [text.toUpperCase(), text.slice(1), `0${text}`, text.replace('f', 'g')]) {
    expect(hashBytes(wrong), wrong).toBeNull();
  }
});
