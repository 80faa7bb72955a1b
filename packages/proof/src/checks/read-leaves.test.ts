import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';

import type { PublishedDay } from '../files/published.ts';
import { type Node, rootOf } from '../../../../test/proof/second.ts';

import { leavesOutcome } from './outcomes.ts';
import { readLeaves } from './read-leaves.ts';

const lineOf = ({ hash, sum }: Node): string => `${hash.toString('hex')},${sum}`;

/** So many leaves in their order, and the day that a second implementation makes of them. */
function dayOf(count: number): { lines: string[]; day: PublishedDay } {
  const leaves = Array.from({ length: count }, (_, i) => ({
    hash: randomBytes(32),
    sum: BigInt(i) * 123_456_789n,
  })).sort((a, b) => Buffer.compare(a.hash, b.hash));
  const { hash, sum } = rootOf(leaves);
  const day = {
    day: '2026-01-31',
    root: hash.toString('hex'),
    totalUnits: String(sum),
    leaves: count,
  };
  return { lines: leaves.map(lineOf), day: day as PublishedDay };
}

/** A file in pieces of so many bytes. */
function inPieces(text: string, bytes: number): ReadableStream<Uint8Array> {
  const all = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(stream) {
      if (at >= all.length) return stream.close();
      stream.enqueue(all.subarray(at, at + bytes));
      at += bytes;
      return undefined;
    },
  });
}

const read = (
  text: string,
  day: PublishedDay,
  { own = new Map<number, string>(), bytes = 50 } = {},
) => readLeaves(inPieces(text, bytes), { day, own, onProgress: () => {} });

test('computes the root of the second implementation, for any number of leaves and any pieces of the file', async () => {
  for (const count of [0, 1, 2, 3, 4, 5, 8, 9, 31, 33]) {
    const { lines, day } = dayOf(count);
    const own = new Map(lines.slice(0, 2).map((line, index) => [index, line]));
    for (const bytes of [1, 7, 64, 100_000]) {
      const text = lines.map((line) => `${line}\n`).join('');
      const found = await read(text, day, { own, bytes });
      const { root, totalUnits } = day;
      expect(found.checked).toEqual({ ok: true, value: { leaves: count, root, totalUnits } });
      expect(found.ownFound).toBe(own.size);
      expect((await read(lines.join('\n'), day, { own, bytes })).checked.ok).toBe(true);
    }
  }
});

test('reports its progress', async () => {
  const { lines, day } = dayOf(20);
  const told: number[] = [];
  await readLeaves(inPieces(`${lines.join('\n')}\n`, 200), {
    day,
    own: new Map(),
    onProgress: (leaves) => told.push(leaves),
  });
  expect(told.at(-1)).toBe(20);
  expect(new Set(told).size).toBeGreaterThan(5);
});

test('names the fault of a file', async () => {
  const { lines, day } = dayOf(6);
  const faultOf = async (changed: readonly string[]) => {
    const { checked } = await read(changed.join('\n'), day);
    return checked.ok ? null : checked.fault;
  };
  const [first = '', second = '', ...rest] = lines;
  expect(await faultOf([first, first, second, ...rest])).toBe('leaf-used-twice');
  expect(await faultOf([second, first, ...rest])).toBe('unsorted');
  expect(await faultOf([first, ...rest])).toBe('wrong-count');
  expect(await faultOf([first, '', second, ...rest])).toBe('malformed');
  expect(await faultOf(lines.map((line) => line.replace(/,.*/, ',1')))).toBe('wrong-root');
  const most = String(2n ** 64n - 1n);
  expect(await faultOf(lines.map((line) => line.replace(/,.*/, `,${most}`)))).toBe(
    'overflowing-sum',
  );
});

test('misses a leaf of the reader that is at another index', async () => {
  const { lines, day } = dayOf(4);
  const own = new Map([[2, lines[1] ?? '']]);
  expect((await read(lines.join('\n'), day, { own })).ownFound).toBe(0);
});

test('misses no leaf of the reader if none was known while reading', async () => {
  const { lines, day } = dayOf(4);
  expect(leavesOutcome(await read(lines.join('\n'), day), 1).state).toBe('holds');
  const own = new Map([[2, lines[1] ?? '']]);
  expect(leavesOutcome(await read(lines.join('\n'), day, { own }), 1).state).toBe('wrong');
});
