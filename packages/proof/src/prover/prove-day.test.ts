import { describe, expect, test } from 'vitest';
import {
  HASHING,
  SECRETS,
  atOnce,
  joined,
  owedTo,
  walletOf,
  wholeDay,
} from '../../test/whole-day.ts';
import { hexOf } from '../tree/bytes.ts';
import { countOf, hashOf, recordAt, recordOf, unitsOf } from '../tree/record.ts';
import { mergedWallets, proveDay } from './prove-day.ts';

describe('a snapshot', () => {
  test('is sorted, and the records of one wallet are added up', () => {
    const [a, b] = [walletOf(1), walletOf(2)];
    const rows = [recordOf(a, 5n), recordOf(b, 7n), recordOf(a, 11n)];
    const merged = atOnce(mergedWallets(joined(rows)));
    const found = Array.from({ length: countOf(merged) }, (_, i) => [
      hexOf(hashOf(recordAt(merged, i))),
      unitsOf(merged, i),
    ]);
    const expected = [
      [hexOf(a), 16n],
      [hexOf(b), 7n],
    ];
    expect(found).toEqual(expected.toSorted(([x], [y]) => (String(x) < String(y) ? -1 : 1)));
  });

  test.each([0, 1, 3, 700])('of %i wallets makes the tree that the definition makes', (count) => {
    const owed = owedTo(Array.from({ length: count }, (_, i) => BigInt(i + 1) * 10n ** 9n));
    const wallets = joined(owed.map(({ wallet, units }) => recordOf(wallet, units)));
    const { leaves, chunks, root } = atOnce(proveDay(HASHING, wallets, SECRETS));
    const whole = wholeDay(owed);
    expect(joined(chunks.map(({ records }) => records))).toEqual(whole.leaves);
    expect([leaves, hexOf(hashOf(root)), String(unitsOf(root))]).toEqual([
      whole.day.leaves,
      whole.day.root,
      whole.day.totalUnits,
    ]);
  });
});
