import { expect } from 'vitest';
import { count } from '#test/prove/effort';
import { type Simulation, simulate } from './simulate.ts';

const DAYS_OF_MONTH = 30;

/** Runs a simulation and expects agreement throughout. Adds to the figures of the run. */
export async function expectAgreement(of: Simulation, figure: string): Promise<void> {
  const { violations, steps, failedAt } = await simulate(of);
  const { seed, users, days, hasFaults } = of;
  const command = `--seed ${seed} --users ${users} --days ${days}${hasFaults ? ' --faults' : ''}`;
  // One string, because a failed comparison of arrays prints no items.
  expect(violations.join('\n'), `npm run simulate -- ${command}: step ${failedAt}`).toBe('');
  count(`${figure}: steps`, steps);
  count(`${figure}: user-months`, Math.floor((users * days) / DAYS_OF_MONTH));
}
