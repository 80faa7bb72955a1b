import { expect } from 'vitest';
import { count } from '#test/prove/effort';
import { type Simulation, simulate } from './simulate.ts';

const DAYS_OF_MONTH = 30;

/** Runs a life, and expects server and model to agree throughout. Adds to the figures of the run. */
export async function expectAgreement(of: Simulation, figure: string): Promise<void> {
  const { violations, steps, failedAt } = await simulate(of);
  const { seed, users, days, hasFaults } = of;
  const command = `--seed ${seed} --users ${users} --days ${days}${hasFaults ? ' --faults' : ''}`;
  // As one string, because a failed comparison of arrays is printed without its items.
  expect(violations.join('\n'), `npm run simulate -- ${command}: step ${failedAt}`).toBe('');
  count(`${figure}: steps`, steps);
  count(`${figure}: user-months`, Math.floor((users * days) / DAYS_OF_MONTH));
}
