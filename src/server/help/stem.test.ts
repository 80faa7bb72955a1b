import { expect, test } from 'vitest';
import { stem } from './stem.ts';

test.each([
  [['stake', 'stakes', 'staked', 'staking'], 'stak'],
  [['sell', 'sells', 'selling'], 'sell'],
  [['fee', 'fees'], 'fee'],
  [['get', 'gets', 'getting'], 'get'],
  [['address', 'addresses'], 'address'],
])('%s have one stem', (words, one) => {
  expect(words.map(stem)).toEqual(words.map(() => one));
});
