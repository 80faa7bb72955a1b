import { expect, test } from 'vitest';
import { stemsOf } from './words.ts';

test.each([
  [['stake', 'stakes', 'staked', 'staking'], 'stak'],
  [['sell', 'sells', 'selling'], 'sell'],
  [['fee', 'fees'], 'fee'],
  [['get', 'gets', 'getting'], 'get'],
  [['address', 'addresses'], 'address'],
])('%s have one stem', (words, one) => {
  expect(stemsOf(words.join(' '))).toEqual(words.map(() => one));
});
