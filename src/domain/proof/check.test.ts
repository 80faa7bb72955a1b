import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HASHING, addressOf, mineOf, owedTo, walletOf, wholeDay } from '#test/domain/proofs';
import { hexOf } from './bytes.ts';
import { LeavesCheck, leafLine } from './check-leaves.ts';
import { checkMine } from './check-mine.ts';
import type { Day } from './day.ts';
import type { Fault } from './fault.ts';
import { type PublishedDay, type PublishedMine, readDay, readMine } from './published.ts';
import { U64_MAX, countOf, recordAt } from './record.ts';

const { sha256 } = HASHING;
const owed = owedTo([5n, 1_000_000_000n, 77n]);
const whole = wholeDay(owed);
const { day } = whole;
const mine = mineOf(whole, owed[1]!);
const lines = Array.from({ length: day.leaves }, (_, i) => leafLine(recordAt(whole.leaves, i)));

interface Loose {
  day: Day;
  wallet: string;
  root: string;
  totalUnits: string;
  entries: {
    salt: string;
    units: string;
    index: number;
    path: { side: 'left' | 'right'; hash: string; units: string }[];
  }[];
}
const changed = (change: (mine: Loose) => void): PublishedMine => {
  const copy = structuredClone(mine) as unknown as Loose;
  change(copy);
  return copy;
};

describe('a wallet’s own proof', () => {
  test('that is true shows what the wallet is owed, and each leaf’s way', () => {
    const checked = checkMine(sha256, mine, { day, wallet: mine.wallet });
    expect(checked).toMatchObject({ ok: true, value: { units: 1_000_000_000n } });
    if (!checked.ok) return;
    for (const [i, { nodes, index }] of checked.value.entries.entries()) {
      expect(`${nodes[0]!.hash},${nodes[0]!.units}`).toBe(lines[index]);
      expect(nodes.at(-1)).toEqual({ hash: day.root, units: day.totalUnits });
      expect(nodes).toHaveLength(mine.entries[i]!.path.length + 1);
    }
  });

  test('of a wallet that is owed nothing is empty', () => {
    const nothing = { ...mine, entries: [] };
    expect(checkMine(sha256, nothing, { day, wallet: null })).toMatchObject({
      ok: true,
      value: { units: 0n },
    });
  });

  const flipped = (hash: string): string => `${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`;
  const cases: [Fault, string, PublishedMine, PublishedDay?][] = [
    ['wrong-day', 'day', changed((of) => (of.day = '2026-02-01' as Day))],
    ['wrong-wallet', 'wallet', changed((of) => (of.wallet = addressOf(walletOf(9))))],
    ['wrong-root', 'root', mine, { ...day, root: flipped(day.root) }],
    ['wrong-total', 'totalUnits', mine, { ...day, totalUnits: '1' }],
    ['wrong-root', 'entries.0', changed((of) => (of.entries[0]!.units = '1'))],
    ['wrong-root', 'entries.1', changed((of) => (of.entries[1]!.salt = flipped(day.root)))],
    [
      'wrong-root',
      'entries.0',
      changed((of) => (of.entries[0]!.path[1]!.hash = flipped(of.entries[0]!.path[1]!.hash))),
    ],
    ['wrong-root', 'entries.0', changed((of) => (of.entries[0]!.path[2]!.units = '0'))],
    ['leaf-used-twice', 'entries.1', changed((of) => (of.entries[1] = of.entries[0]!))],
    [
      'overflowing-sum',
      'entries.0.path.0',
      changed((of) => (of.entries[0]!.path[0]!.units = U64_MAX.toString())),
    ],
    [
      'overflowing-sum',
      'entries.0',
      changed((of) => (of.entries[0]!.units = (U64_MAX + 1n).toString())),
    ],
    ['wrong-place', 'entries.0', changed((of) => of.entries[0]!.path.pop())],
    ['wrong-place', 'entries.0', changed((of) => (of.entries[0]!.index = day.leaves))],
  ];
  test.each(cases)('%s at %s is told for what it is', (fault, at, proof, held = day) => {
    const checked = checkMine(sha256, proof, { day: held, wallet: mine.wallet });
    expect(checked).toEqual({ ok: false, fault, at });
  });

  test('a total that the path does not give, and a side that the place does not have', () => {
    const lying = { ...day, totalUnits: '2' };
    const proof = changed((of) => (of.totalUnits = '2'));
    expect(checkMine(sha256, proof, { day: lying, wallet: null })).toMatchObject({
      fault: 'wrong-total',
      at: 'entries.0',
    });
    const turned = changed((of) => {
      const step = of.entries[0]!.path[0]!;
      step.side = step.side === 'left' ? 'right' : 'left';
    });
    expect(checkMine(sha256, turned, { day, wallet: null })).toMatchObject({
      fault: 'wrong-place',
      at: 'entries.0.path.0',
    });
  });

  test('no change of it goes unseen', () => {
    const text = JSON.stringify(mine);
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom(...'0123456789abcdef'.split('')),
        (at, char) => {
          const other = text.slice(0, at) + char + text.slice(at + 1);
          if (other === text) return;
          let json: unknown = null;
          try {
            json = JSON.parse(other);
          } catch {
            return;
          }
          const read = readMine(json);
          if (read) {
            const checked = checkMine(sha256, read, { day, wallet: mine.wallet });
            expect(checked.ok, other).toBe(false);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is read where it has its form, and not else', () => {
    expect(readMine(JSON.parse(JSON.stringify(mine)))).toEqual(mine);
    expect(readDay({ ...day, at: 'whatever' })).toEqual(day);
    const broken: unknown[] = [
      null,
      7,
      {},
      { ...mine, day: '2026-02-30' },
      { ...mine, root: day.root.toUpperCase() },
      { ...mine, totalUnits: '-1' },
      { ...mine, totalUnits: '01' },
      { ...mine, entries: [null] },
      { ...mine, entries: Array.from({ length: 5 }, () => mine.entries[0]) },
      { ...mine, entries: [{ ...mine.entries[0], index: 1.5 }] },
      { ...mine, entries: [{ ...mine.entries[0], path: [{ side: 'up' }] }] },
    ];
    for (const each of broken) expect(readMine(each), JSON.stringify(each)).toBeNull();
    for (const each of [null, {}, { ...day, leaves: -1 }]) expect(readDay(each)).toBeNull();
  });
});

describe('all leaves of a day', () => {
  const check = (of: readonly string[], held = day) => {
    const leaves = new LeavesCheck(sha256);
    for (const line of of) leaves.add(line);
    return leaves.end(held);
  };

  test('make the same root, however many there are', () => {
    for (const count of [0, 1, 2, 5, 17, 64]) {
      const other = wholeDay(owedTo(Array.from({ length: count }, (_, i) => BigInt(i) + 1n)));
      const all = Array.from({ length: countOf(other.leaves) }, (_, i) =>
        leafLine(recordAt(other.leaves, i)),
      );
      const { root, totalUnits, leaves } = other.day;
      expect(check(all, other.day)).toEqual({ ok: true, value: { root, totalUnits, leaves } });
    }
  });

  const [first, ...rest] = lines as [string, ...string[]];
  const withUnits = (units: string): string[] => [`${first.split(',')[0]},${units}`, ...rest];
  test.each<[Fault, string, readonly string[], PublishedDay?]>([
    ['wrong-count', 'leaves', rest],
    ['wrong-count', 'leaves', []],
    ['unsorted', 'line 2', [lines[1]!, lines[0]!, ...lines.slice(2)]],
    ['leaf-used-twice', 'line 2', [first, first, ...rest]],
    ['malformed', 'line 1', [first.toUpperCase(), ...rest]],
    ['malformed', 'line 1', ['', ...rest]],
    ['malformed', 'line 1', withUnits('-1')],
    ['overflowing-sum', 'line 1', withUnits((U64_MAX + 1n).toString())],
    ['overflowing-sum', 'line 2', withUnits(U64_MAX.toString())],
    ['wrong-root', 'root', withUnits('1')],
    ['wrong-root', 'root', lines, { ...day, root: hexOf(walletOf(3)) }],
    ['wrong-total', 'totalUnits', lines, { ...day, totalUnits: '3' }],
  ])('%s at %s is told for what it is', (fault, at, of, held) => {
    expect(check(of, held)).toEqual({ ok: false, fault, at });
  });

  test('nothing is taken after a fault', () => {
    const leaves = new LeavesCheck(sha256);
    expect([leaves.add(first), leaves.add('?'), leaves.add(rest[0]!)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(leaves.count).toBe(1);
  });
});
