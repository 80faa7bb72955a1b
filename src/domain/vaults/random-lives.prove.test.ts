import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Life,
  type LivedLife,
  anyLife,
  runWithoutSweeps,
  runWithSweeps,
  remainsOf,
} from '#test/domain/lives';
import { LMT } from '#test/domain/builders';
import { count, tries } from '#test/prove/effort';
import { balancesAfter, imbalance } from '../base/ledger.ts';

function expectSound({ vaults, journals, unstaked }: LivedLife): void {
  expect(journals.filter((journal) => imbalance(journal).size > 0)).toEqual([]);
  const balances = balancesAfter(journals, new Map([['unstaked:u1/LMT', LMT('10') as bigint]]));
  expect(balances.get('unstaked:u1/LMT')).toBe(unstaked);
  expect(unstaked >= 0n).toBe(true);
  for (const { id, amount, postedRewards } of vaults) {
    expect(balances.get(`vault:${id}/LMT`) ?? 0n).toBe(amount + postedRewards);
    expect(amount >= 0n && postedRewards >= 0n).toBe(true);
  }
}

const expectAlike = (life: Life): void => {
  const late = runWithoutSweeps(life);
  expect(remainsOf(runWithSweeps(life))).toEqual(remainsOf(late));
  expectSound(late);
};

const LIVES = tries(1_000, 50_000);

test(`${LIVES} random user histories of sixty days end the same to the unit, swept every minute or once at the end`, () => {
  fc.assert(fc.property(anyLife, expectAlike), { numRuns: LIVES });
  count('random lives of a user', LIVES);
}, 3_600_000);

test('the random user histories contain every kind of event', () => {
  const seen = new Map<string, number>();
  const see = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  for (const life of fc.sample(anyLife, { numRuns: 300, seed: 7 })) {
    const { vaults, journals } = runWithoutSweeps(life);
    for (const { kind } of journals) see(kind);
    for (const { lastRestake, released, cycleNumber } of vaults) {
      if (lastRestake) see(lastRestake.type);
      if (released) see('window ended');
      if (cycleNumber > 3) see('many cycles');
    }
    if (life.terms.pauses.length > 1) see('paused twice');
    if (life.terms.settings.length > 2) see('changed twice');
  }
  for (const what of [
    'staked',
    'matured',
    'restaked',
    'unstaked',
    'released',
    'manual',
    'auto',
    'window ended',
    'many cycles',
    'paused twice',
    'changed twice',
  ]) {
    expect(seen.get(what) ?? 0, what).toBeGreaterThan(20);
  }
});
