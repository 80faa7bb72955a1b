import { expect, test } from 'vitest';
import { lamports, usdc } from '../base/money.ts';
import { instant } from '../base/time.ts';
import { hasMoved, nextPoll } from './treasury-poll.ts';

const at = (seconds: number) => instant(seconds * 1_000);
const held = { lamports: lamports(1n), usdc: usdc(2n) };
const polled = { listedAtMs: at(0), readAtMs: at(0), held };

test.each([
  [{ ...polled, listedAtMs: null }, 0, false, 'list'],
  [polled, 2, false, 'wait'],
  [polled, 2, true, 'read-balances'],
  [polled, 9.999, false, 'wait'],
  [polled, 10, false, 'read-balances'],
  [{ ...polled, readAtMs: null }, 2, false, 'read-balances'],
  [{ ...polled, readAtMs: at(110) }, 119.999, false, 'wait'],
  [{ ...polled, listedAtMs: at(40), readAtMs: at(120) }, 121, false, 'wait'],
  [{ ...polled, readAtMs: at(119) }, 120, false, 'list'],
  [{ ...polled, readAtMs: at(119) }, 120, true, 'list'],
] as const)(
  'next poll after %o, %d s later, with a quote open: %s, is %s',
  (before, seconds, isQuoteOpen, next) => {
    expect(nextPoll(before, { atMs: at(seconds), isQuoteOpen })).toBe(next);
  },
);

test('reports a move if either balance changed, or if none was read yet', () => {
  expect(hasMoved(held, held)).toBe(false);
  expect(hasMoved(null, held)).toBe(true);
  expect(hasMoved(held, { ...held, lamports: lamports(2n) })).toBe(true);
  expect(hasMoved(held, { ...held, usdc: usdc(3n) })).toBe(true);
});
