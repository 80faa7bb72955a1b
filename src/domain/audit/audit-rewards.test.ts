import { expect, test } from 'vitest';
import { LMT, TERMS, day, termsOf } from '#test/domain/builders';
import { apy } from '../base/money.ts';
import { MINUTE_MS, after } from '../base/time.ts';
import {
  type Journal,
  type Posting,
  bondAccount,
  move,
  system,
  feeAccount,
  unstakedOf,
  vaultAccount,
} from '../base/ledger.ts';
import { recomputedRewards } from './audit-rewards.ts';

const [own, other] = [vaultAccount('v1'), vaultAccount('v2')];
const journal = (kind: Journal['kind'], days: number, postings: Posting[]): Journal => ({
  kind,
  at: day(days),
  userId: 'u1',
  subject: 'v1',
  postings,
});
const staked = journal('staked', 0, [
  ...move(other, own, LMT('5')),
  ...move(unstakedOf('u1'), bondAccount('v1'), LMT('1')),
]);
const rewards = system('rewards', 'LMT');

test('a maturity earns a whole cycle on the vault’s LMT, whatever was posted', () => {
  const posted = journal('matured', 8, move(rewards, own, LMT('99')));
  // 5 LMT at 1000% for seven days.
  expect(recomputedRewards([staked, posted], TERMS)).toBe(LMT('0.95890410'));
});

test.each([
  [MINUTE_MS - 1, '0.95890410'],
  [MINUTE_MS, '0.47945205'],
])('a cycle that began %i ms after the APY was halved earns %s LMT', (ms, made) => {
  const terms = termsOf([{ from: after(day(1), -ms), value: { currentApy: apy(500_00n) } }]);
  const posted = journal('matured', 8, move(rewards, own, LMT('0.95890410')));
  expect(recomputedRewards([staked, posted], terms)).toBe(LMT(made));
});

test('rewards that the owner took back are deducted', () => {
  const matured = journal('matured', 8, move(rewards, own, LMT('0.95890410')));
  const taken = journal('adjusted', 9, move(own, rewards, LMT('0.5')));
  expect(recomputedRewards([staked, matured, taken], TERMS)).toBe(LMT('0.45890410'));
});

test('a reopened cycle earns only what was not unstaked before', () => {
  const first = journal('matured', 8, move(rewards, own, LMT('0.95890410')));
  const out = journal('unstaked', 8.1, move(own, unstakedOf('u1'), LMT('0.5')));
  const back = journal('reversed', 8.2, move(own, rewards, LMT('0.45890410')));
  const rest = journal('matured', 9, move(rewards, own, LMT('0.45890410')));
  expect(recomputedRewards([staked, first, out, back, rest], TERMS)).toBe(LMT('0.95890410'));
  const restaked = journal('restaked', 9.1, move(own, feeAccount('fee.restake'), LMT('0.4589041')));
  const short = journal('matured', 16.1, move(rewards, own, LMT('0.45890410')));
  const all = [staked, first, out, back, rest, restaked, short];
  expect(recomputedRewards(all, TERMS)).toBe(LMT('1.91780820'));
});

test('posted rewards earn rewards in the next cycle', () => {
  const first = journal('matured', 8, move(rewards, own, LMT('5')));
  const second = journal('matured', 15, move(rewards, own, LMT('1')));
  expect(recomputedRewards([staked, first, second], TERMS)).toBe(
    LMT('0.95890410') + LMT('1.91780821'),
  );
});
