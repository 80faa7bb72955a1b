import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HASHING, mineOf, owedTo, walletOf, wholeDay } from '../../test/whole-day.ts';
import { addressOf } from '../files/address.ts';
import { hexOf } from '../tree/bytes.ts';
import { LeavesCheck, leafLine } from './check-leaves.ts';
import { checkMine } from './check-mine.ts';
import type { Day } from '../files/day.ts';
import type { Fault } from '../files/fault.ts';
import { type PublishedDay, type PublishedMine, readDay, readMine } from '../files/published.ts';
import { RECORD_BYTES, U64_MAX, recordAt } from '../tree/record.ts';
import { rootOf, treeOf } from '../tree/tree.ts';

const { sha256 } = HASHING;
const owed = owedTo([5n, 1_000_000_000n, ...[3, 4, 5, 6, 7, 8].map((n) => BigInt(n) * 1_000n)]);
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
  test('shows what the wallet is owed, and each leaf’s path', () => {
    const checked = checkMine(sha256, mine, { day, wallet: mine.wallet });
    expect(checked).toMatchObject({ ok: true, value: { units: 1_000_000_000n } });
    if (!checked.ok) return;
    for (const [i, { nodes, index }] of checked.value.entries.entries()) {
      expect(`${nodes[0]!.hash},${nodes[0]!.units}`).toBe(lines[index]);
      expect(nodes.at(-1)).toEqual({ hash: day.root, units: day.totalUnits });
      expect(nodes).toHaveLength(mine.entries[i]!.path.length + 1);
    }
  });

  test('has a sum of 0 without entries', () => {
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
    ['malformed', 'entries.0', changed((of) => (of.entries[0]!.salt = 'salt'))],
    ['malformed', 'entries.0.path.1', changed((of) => (of.entries[0]!.path[1]!.hash = 'hash'))],
    [
      'overflowing-sum',
      'entries.0.path.1',
      changed((of) => (of.entries[0]!.path[1]!.units = (U64_MAX + 1n).toString())),
    ],
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
  test.each(cases)('is refused as %s at %s', (fault, at, proof, held = day) => {
    const checked = checkMine(sha256, proof, { day: held, wallet: mine.wallet });
    expect(checked).toEqual({ ok: false, fault, at });
  });

  test('is refused for another total, and for a side that contradicts the index', () => {
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
    const noAddress = { ...mine, wallet: 'wallet' };
    expect(checkMine(sha256, noAddress, { day, wallet: null })).toMatchObject({
      fault: 'malformed',
      at: 'wallet',
    });
  });

  test('is refused after any change', () => {
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

  test('is read only in its form', () => {
    expect(readMine(JSON.parse(JSON.stringify(mine)))).toEqual(mine);
    expect(readDay({ ...day, at: 'whatever' })).toEqual(day);
    // Invalid values for each field; a value that is valid for a field is skipped there.
    const wrongs = [undefined, null, {}, 7, -1, 1.5, 2 ** 32, '', '01', '-1', '7x', [day.root]];
    const [entry] = mine.entries;
    const [step] = entry!.path;
    const within = (...entries: unknown[]): unknown => ({ ...mine, entries });
    const broken = (whole: object, field: string, ...right: unknown[]): object[] =>
      wrongs
        .filter((wrong) => !right.includes(wrong))
        .map((wrong) => ({ ...whole, [field]: wrong }));
    const of = (whole: object): object[] => [
      ...broken(whole, 'day'),
      ...broken(whole, 'root'),
      ...broken(whole, 'totalUnits'),
    ];
    const steps = [
      ...broken(step!, 'side'),
      { ...step, side: 'up' },
      ...broken(step!, 'hash'),
      ...broken(step!, 'units'),
      null,
    ];
    const entries = [
      ...broken(entry!, 'salt'),
      ...broken(entry!, 'units'),
      ...broken(entry!, 'index', 7),
      ...broken(entry!, 'path', [day.root]),
      ...steps.map((each) => ({ ...entry, path: [step, each] })),
      { ...entry, path: Array.from({ length: 33 }, () => step) },
      null,
    ];
    const mines = [
      undefined,
      null,
      7,
      { ...mine, day: '2026-02-30' },
      ...of(mine),
      ...broken(mine, 'wallet', '', '01', '-1', '7x'),
      ...broken(mine, 'entries'),
      ...entries.map((each) => within(entry, each)),
      within(entry, entry, entry, entry, entry),
    ];
    for (const each of mines) expect(readMine(each), JSON.stringify(each)).toBeNull();
    const days = [undefined, null, 7, ...of(day), ...broken(day, 'leaves', 7)];
    for (const each of days) expect(readDay(each), JSON.stringify(each)).toBeNull();
    const longest = {
      ...entry!,
      index: 2 ** 32 - 1,
      path: Array.from({ length: 32 }, () => step!),
    };
    const most = within(longest, longest, longest, longest);
    expect(readMine(most)).toEqual(most);
    expect(readDay({ ...day, leaves: 0 })).toEqual({ ...day, leaves: 0 });
  });
});

describe('all leaves of a day', () => {
  const check = (of: readonly string[], held = day) => {
    const leaves = new LeavesCheck(sha256);
    for (const line of of) leaves.add(line);
    return leaves.end(held);
  };

  test('make the same root for any number of leaves', () => {
    for (let count = 0; count <= 17; count += 1) {
      const first = whole.leaves.subarray(0, count * RECORD_BYTES);
      const root = rootOf(treeOf(sha256, first));
      const [hash, units] = leafLine(root).split(',') as [string, string];
      const value = { root: hash, totalUnits: units, leaves: count };
      const held = { ...day, ...value };
      expect(check(lines.slice(0, count), held)).toEqual({ ok: true, value });
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
    ['malformed', 'line 1', ['1'.repeat(65), ...rest]],
    ['overflowing-sum', 'line 1', withUnits((U64_MAX + 1n).toString())],
    ['overflowing-sum', 'line 2', withUnits(U64_MAX.toString())],
    [
      'overflowing-sum',
      'root',
      ['0', U64_MAX, '1'].map((units, i) => `${lines[i]!.slice(0, 64)},${units}`),
    ],
    ['wrong-root', 'root', withUnits('1')],
    ['wrong-root', 'root', lines, { ...day, root: hexOf(walletOf(3)) }],
    ['wrong-total', 'totalUnits', lines, { ...day, totalUnits: '3' }],
  ])('is refused as %s at %s', (fault, at, of, held) => {
    expect(check(of, held)).toEqual({ ok: false, fault, at });
  });

  test('are ignored after a fault', () => {
    const leaves = new LeavesCheck(sha256);
    expect([leaves.add(first), leaves.add('?'), leaves.add(rest[0]!)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(leaves.count).toBe(1);
    const [most, more] = [U64_MAX, 1n].map((units, i) => `${lines[i]!.slice(0, 64)},${units}`);
    const full = new LeavesCheck(sha256);
    expect([full.add(most!), full.add(more!), full.add(lines[2]!)]).toEqual([true, false, false]);
  });
});
