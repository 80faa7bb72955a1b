import { describe, expect, test } from 'vitest';
import { Spelling, stemsOf } from './spelling.ts';

test.each([
  [['stake', 'stakes', 'staked', 'staking'], 'stak'],
  [['sell', 'sells', 'selling'], 'sell'],
  [['fee', 'fees'], 'fee'],
  [['get', 'gets', 'getting'], 'get'],
  [['address', 'addresses'], 'address'],
])('%s have one stem', (words, one) => {
  expect(stemsOf(words.join(' '))).toEqual(words.map(() => one));
});

describe('Spelling', () => {
  const spelling = new Spelling(['How do I claim my bond?']);

  test('reads 1,000 characters of the normalized text', () => {
    // One character in the question, 18 once normalized.
    expect(spelling.correct('\ufdfa'.repeat(1_000)).length).toBeLessThanOrEqual(1_000);
    expect(spelling.correct(`${' '.repeat(990)}claim bonds`)).toBe('claim bond');
  });

  test('corrects at most 40 words', () => {
    const words = spelling.correct(Array.from({ length: 60 }, () => 'claym').join(' ')).split(' ');
    expect(words.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => 'claim'));
    expect(words.slice(40)).toEqual(Array.from({ length: 20 }, () => 'claym'));
  });

  test('counts only unknown words towards those 40', () => {
    const known = Array.from({ length: 100 }, () => 'bond').join(' ');
    expect(spelling.correct(`${known} claym`)).toBe(`${known} claim`);
  });
});
