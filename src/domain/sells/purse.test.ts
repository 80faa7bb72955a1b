import { expect, test } from 'vitest';
import { SOL, USDC } from '#test/domain/builders';
import { usdPrice } from '../base/money.ts';
import { purseOf, queueValue } from './purse.ts';

test('open payouts and their costs are taken off, never below 0', () => {
  const open = { lamports: SOL('3'), usdc: USDC('8'), costs: SOL('0.5') };
  expect(purseOf({ lamports: SOL('10'), usdc: USDC('7') }, open)).toEqual({
    SOL: { balance: SOL('10'), reserved: SOL('3.5'), available: SOL('6.5') },
    USDC: { balance: USDC('7'), reserved: USDC('8'), available: USDC('0') },
  });
});

test('payouts in both tokens in USD', () => {
  const sol = usdPrice(200n * 10n ** 12n);
  expect(queueValue({ lamports: SOL('1.5'), usdc: USDC('2') }, sol)).toBe(USDC('302'));
});
