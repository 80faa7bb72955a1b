import { expect, test } from 'vitest';
import { count, tries } from '#test/prove/effort';
import { simulate } from './simulate.ts';

const TIMEOUT = { timeout: 3_600_000 };
const DAYS_OF_MONTH = 30;

/** Lives of so many users, so many days each, and nothing that the model would not have. */
async function expectAgreement(of: Parameters<typeof simulate>[0], what: string): Promise<void> {
  const { violations, steps, failedAt } = await simulate(of);
  const { seed, users, days, hasFaults } = of;
  const command = `--seed ${seed} --users ${users} --days ${days}${hasFaults ? ' --faults' : ''}`;
  expect(violations, `npm run simulate -- ${command}: step ${failedAt}`).toEqual([]);
  count(`${what}: steps`, steps);
  count(`${what}: user-months`, Math.floor((users * days) / DAYS_OF_MONTH));
}

test('the same seed gives the same run', TIMEOUT, async () => {
  const of = { seed: 3, users: 4, days: 14 };
  const first = await simulate(of);
  expect(first.violations).toEqual([]);
  expect((await simulate(of)).trace).toEqual(first.trace);
  expect((await simulate({ ...of, seed: 4 })).trace).not.toEqual(first.trace);
});

const SEEDS = Array.from({ length: tries(1, 18) }, (_, i) => 100 + i);
test.each(SEEDS)('server and model agree to the last unit: seed %i', TIMEOUT, async (seed) => {
  const extent = { users: tries(20, 125), days: tries(30, 120) };
  await expectAgreement({ seed, ...extent }, 'simulated');
});

const FAULTY = Array.from({ length: tries(1, 10) }, (_, i) => 501 + i);
test.each(FAULTY)('… and after any fault once more: seed %i', TIMEOUT, async (seed) => {
  const extent = { users: tries(6, 50), days: tries(20, 60) };
  await expectAgreement({ seed, ...extent, hasFaults: true }, 'simulated with faults');
});
