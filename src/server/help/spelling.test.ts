import { describe, expect, test } from 'vitest';
import { meantBy, slipsBetween } from './spelling.ts';
import { stem } from './stem.ts';
import { isEveryday, termOf, wordsOf } from './words.ts';

const KNOWN = new Map(
  ['connect', 'wallet', 'vault', 'withdrawal', 'hold', 'bond', 'price', 'stake', 'staked'].map(
    (word) => [word, word === 'stake' ? 9 : 1],
  ),
);

test.each([
  ['conect', 'connect'],
  ['walet', 'wallet'],
  ['valut', 'vault'],
  ['withdrawl', 'withdrawal'],
  ['withdrwals', 'withdrawal'],
  ['prise', 'price'],
  ['staek', 'stake'],
])('%s was meant to be %s', (word, meant) => {
  expect(meantBy(word, KNOWN)).toBe(meant);
});

test.each(['gold', 'band', 'pride', 'wallex', 'tomato', 'callet', 'bon', '20260131', 'prises2'])(
  'nobody knows what %s was meant to be',
  (word) => {
    expect(meantBy(word, KNOWN)).toBeNull();
  },
);

test.each([
  ['', '', 0],
  ['a', '', 1],
  ['vault', 'valut', 1],
  ['kitten', 'sitting', 3],
])('from %s to %s it is %s slips', (a, b, slips) => {
  expect(slipsBetween(a, b)).toBe(slips);
  expect(slipsBetween(b, a)).toBe(slips);
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
