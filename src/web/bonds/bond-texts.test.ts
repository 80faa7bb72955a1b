import { expect, test } from 'vitest';

import { bondTexts } from './bond-texts.ts';

test('what comes after a bond names the staking fee that is in force', () => {
  expect(bondTexts.before.points('3.25%')[1]).toContain('a 3.25% fee in SOL');
});
