import { expect, test } from 'vitest';
import { day } from '#test/domain/builders';
import { balanceDifference, checkedBalance } from './balance-check.ts';

const at = (held: bigint, written: bigint) => ({ token: 'SOL', slot: 7, held, written }) as const;

test('reports one unit more or less than recorded as a difference', () => {
  expect(balanceDifference(at(100n, 100n))).toBe(0n);
  expect(balanceDifference(at(101n, 100n))).toBe(1n);
  expect(balanceDifference(at(99n, 100n))).toBe(-1n);
});

test('dates a difference from when it was first seen, until both agree', () => {
  const first = checkedBalance(at(9n, 10n), null, day(1));
  expect(first.since).toBe(day(1));
  const still = checkedBalance(at(8n, 10n), first, day(2));
  expect(still).toEqual({ ...at(8n, 10n), since: day(1) });
  const over = checkedBalance(at(10n, 10n), still, day(3));
  expect(over.since).toBeNull();
  expect(checkedBalance(at(9n, 10n), over, day(4)).since).toBe(day(4));
});
