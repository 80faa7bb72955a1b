import { test } from 'vitest';
import { tries } from '#test/prove/effort';
import { expectAgreement } from './expect-agreement.ts';

const TIMEOUT = { timeout: 3_600_000 };

// Separate file, so that its runs are parallel to those without faults.
const SEEDS = Array.from({ length: tries(5, 10) }, (_, i) => 501 + i);
test.each(SEEDS)(
  'server and model agree again after each fault: seed %i',
  TIMEOUT,
  async (seed) => {
    const extent = { users: tries(40, 50), days: 60 };
    await expectAgreement({ seed, ...extent, hasFaults: true }, 'simulated with faults');
  },
);
