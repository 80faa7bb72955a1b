import { expect, test } from 'vitest';
import { lamports, usdc } from '../base/money.ts';
import { DAY_MS, instant } from '../base/time.ts';
import { hasMoved, isScanDue, watchTurn } from './watch-turn.ts';

const at = (seconds: number) => instant(seconds * 1_000);
const held = { lamports: lamports(1n), usdc: usdc(2n) };
const watched = { listedAtMs: at(0), lookedAtMs: at(0), held };

test.each([
  [{ ...watched, listedAtMs: null }, 0, false, 'list'],
  [watched, 2, false, 'wait'],
  [watched, 2, true, 'look'],
  [watched, 9.999, false, 'wait'],
  [watched, 10, false, 'look'],
  [{ ...watched, lookedAtMs: null }, 2, false, 'look'],
  [{ ...watched, lookedAtMs: at(50) }, 59.999, false, 'wait'],
  [{ ...watched, listedAtMs: at(40), lookedAtMs: at(60) }, 61, false, 'wait'],
  [{ ...watched, lookedAtMs: at(59) }, 60, false, 'list'],
  [{ ...watched, lookedAtMs: at(59) }, 60, true, 'list'],
] as const)('%o, %d s later, a quote open: %s → %s', (before, seconds, isQuoteOpen, turn) => {
  expect(watchTurn(before, { atMs: at(seconds), isQuoteOpen })).toBe(turn);
});

test('either balance tells that something moved, and so does none', () => {
  expect(hasMoved(held, held)).toBe(false);
  expect(hasMoved(null, held)).toBe(true);
  expect(hasMoved(held, { ...held, lamports: lamports(2n) })).toBe(true);
  expect(hasMoved(held, { ...held, usdc: usdc(3n) })).toBe(true);
});

test('the last days are gone over once a day, and at once where they never were', () => {
  expect(isScanDue(null, at(0))).toBe(true);
  expect(isScanDue(at(5), instant(at(5) + DAY_MS - 1))).toBe(false);
  expect(isScanDue(at(5), instant(at(5) + DAY_MS))).toBe(true);
  // Dated while the database's clock was ahead.
  expect(isScanDue(instant(at(5) + DAY_MS), at(5))).toBe(true);
});
