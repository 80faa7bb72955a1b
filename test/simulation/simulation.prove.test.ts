import { expect, test } from 'vitest';
import { tries } from '#test/prove/effort';
import { expectAgreement } from './expect-agreement.ts';
import { simulate } from './simulate.ts';

const TIMEOUT = { timeout: 3_600_000 };

test('the same seed gives the same run', TIMEOUT, async () => {
  const of = { seed: 3, users: 4, days: 14 };
  const first = await simulate(of);
  expect(first.violations).toEqual([]);
  expect((await simulate(of)).trace).toEqual(first.trace);
  expect((await simulate({ ...of, seed: 4 })).trace).not.toEqual(first.trace);
});

const SEEDS = Array.from({ length: tries(5, 18) }, (_, i) => 100 + i);
test.each(SEEDS)('server and model agree to the last unit: seed %i', TIMEOUT, async (seed) => {
  const extent = { users: tries(40, 125), days: tries(60, 120) };
  await expectAgreement({ seed, ...extent }, 'simulated');
});
