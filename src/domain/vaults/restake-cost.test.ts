import { expect, test } from 'vitest';
import { lmt } from '../base/money.ts';
import { savedByWaiting } from './restake-cost.ts';

const fees = (byHand: bigint, byItself: bigint, autoRestake = true) =>
  savedByWaiting({ autoRestake, byHand: lmt(byHand), byItself: lmt(byItself) });

test.each([
  ['a fee on the rewards alone is the smaller one', fees(545_0000n, 94_0000n), 451_0000n],
  ['one unit is a difference', fees(2n, 1n), 1n],
  ['equal fees save nothing', fees(1n, 1n), null],
  ['free both ways', fees(0n, 0n), null],
  ['dearer by itself', fees(1n, 2n), null],
  ['without auto-restake doing nothing starts no cycle', fees(545_0000n, 94_0000n, false), null],
])('%s', (_, saved, expected) => {
  expect(saved).toBe(expected);
});
