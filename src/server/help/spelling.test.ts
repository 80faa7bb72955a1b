import { describe, expect, test } from 'vitest';
import { slipsBetween } from './slips.ts';
import { soundOf } from './sounds.ts';
import { Speller } from './spelling.ts';
import { stem } from './stem.ts';
import { isEveryday, TALK, termOf, wordsOf } from './words.ts';

const speller = new Speller(
  [
    'connect wallet vault withdrawal bond price stake staked restake phantom fees seed phrase sol sell sell sell',
  ],
  TALK,
);

test.each([
  ['conect', 'connect'],
  ['walet', 'wallet'],
  ['valut', 'vault'],
  ['vawlt', 'vault'],
  ['withdrwals', 'withdrawal'],
  ['prise', 'price'],
  ['staek', 'stake'],
  ['fantom', 'phantom'],
  ['bnd', 'bond'],
  ['vlt', 'vault'],
  ['wllt', 'wallet'],
  ['fes', 'fees'],
  ['sel', 'sell'],
  ['selllll', 'sell'],
  ['mywallet', 'my wallet'],
  ['wall et', 'wallet'],
  ['re stake', 'restake'],
  ['conectwallet', 'connect wallet'],
  ['how 2 stke', 'how to stake'],
  ['wat r u doing rn', 'what are you doing now'],
])('%s was meant to be %s', (word, meant) => {
  expect(speller.mend(word)).toBe(meant);
});

test.each([
  'gold',
  'band',
  'pride',
  'pond',
  'steak',
  'tomato',
  'timeshare',
  'bon',
  '20260131',
  'prises2',
  'not',
])('nobody knows what else than itself %s was meant to be', (word) => {
  expect(speller.mend(word)).toBe(word);
});

test('what stands between the words stays', () => {
  expect(speller.mend("Don't: 'Conect Walet', 2.5% - FEE_NOT_SEEN?")).toBe(
    "don't: 'connect wallet', 2.5% - fee_not_seen?",
  );
});

test.each([
  ['vault', 'valut', 'vallet'],
  ['wallet', 'walet', 'waet'],
  ['stake', 'stke', 'ske'],
  ['bond', 'bind', 'bxnd'],
])('%s is nearer to %s than to %s', (word, near, far) => {
  expect(slipsBetween(word, word)).toBe(0);
  expect(slipsBetween(near, word)).toBeLessThan(slipsBetween(far, word));
  expect(slipsBetween(far, word, 0.1)).toBeGreaterThan(0.1);
});

test.each([
  ['phantom', 'fantom'],
  ['vault', 'vawlt'],
  ['receive', 'recieve'],
  ['transaction', 'transacshun'],
])('%s sounds like %s', (one, other) => {
  expect(soundOf(one)).toBe(soundOf(other));
});

describe('words', () => {
  test.each([
    [['stake', 'stakes', 'staked', 'staking'], 'stak'],
    [['mature', 'matures', 'matured', 'maturity'], 'matur'],
    [['withdrawal', 'withdrawals', 'withdraw'], 'withdraw'],
    [['activate', 'activation', 'activated'], 'activat'],
    [['deadlines', 'deadline'], 'deadlin'],
    [['getting', 'gets'], 'get'],
    [['fee', 'fees'], 'fee'],
  ])('%s have one stem', (words, one) => {
    expect(words.map(stem)).toEqual(words.map(() => one));
  });

  test('of the same meaning are looked up as one', () => {
    expect(termOf('withdrawals')).toBe(termOf('unstaking'));
    expect(termOf('sold')).toBe(termOf('selling'));
    expect(termOf('bond')).not.toBe(termOf('stake'));
  });

  test('are split from a text without what says nothing', () => {
    expect(wordsOf('What’s the FEE, when I’m re-staking? 2%')).toEqual([
      'fee',
      'when',
      'restaking',
      '2',
      'percent',
    ]);
    expect(wordsOf('Why was I signed out?')).toEqual(['why', 'logout']);
    expect(wordsOf('automatic restaking')).toEqual(['autorestake', 'restake']);
    expect(wordsOf('café')).toEqual(['cafe']);
    expect(wordsOf('?! the')).toEqual([]);
  });

  test.each(['want', 'wanted', 'moving', 'happens'])('%s is everyday talk', (word) => {
    expect(isEveryday(word)).toBe(true);
  });

  test.each(['tomato', 'car', 'plane'])('%s is not', (word) => {
    expect(isEveryday(word)).toBe(false);
  });
});
