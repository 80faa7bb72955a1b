import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRICES, USDC, codeOf, contextOf, valueOf } from '#test/domain/builders';
import { lamports, usdPrice, usdc } from '../base/money.ts';
import { TOKEN_ACCOUNT_BYTES, chargeRent, rentInUsdcUp, rentMax } from './rent-charge.ts';

const RENT = lamports(2_039_280n);
const due = (amount: string) => ({ token: 'USDC', amount: USDC(amount) }) as const;

test('deducts the rent of a new account at the given SOL price', () => {
  expect(rentMax(TOKEN_ACCOUNT_BYTES)).toBe(RENT);
  expect(valueOf(chargeRent(due('838.95'), RENT, PRICES.sol))).toEqual({
    amount: USDC('838.542144'),
    rentCharged: USDC('0.407856'),
  });
});

test('deducts nothing if no account is created, or if its address already holds the rent', () => {
  for (const rent of [null, lamports(0n)]) {
    const sent = valueOf(chargeRent(due('838.95'), rent, PRICES.sol));
    expect(sent).toEqual({ amount: USDC('838.95'), rentCharged: 0n });
  }
});

test('rounds rent up, in the treasury’s favour', () => {
  expect(rentInUsdcUp(lamports(1n), PRICES.sol)).toBe(1n);
  expect(rentInUsdcUp(lamports(5n), PRICES.sol)).toBe(1n);
  expect(rentInUsdcUp(lamports(6n), PRICES.sol)).toBe(2n);
});

test('refuses a payout of which the rent would leave nothing', () => {
  const refused = chargeRent(due('0.407856'), RENT, PRICES.sol);
  expect(codeOf(refused)).toBe('PAYOUT_IMPOSSIBLE');
  expect(contextOf(refused)).toMatchObject({ reason: expect.stringContaining('0.407856 USDC') });
  expect(valueOf(chargeRent(due('0.407857'), RENT, PRICES.sol)).amount).toBe(1n);
});

test('sent and deducted amounts add up to the amount due, and the deduction covers the rent', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 15n });
  fc.assert(
    fc.property(units, units, fc.bigInt({ min: 0n, max: 10n ** 10n }), (amount, sol, rent) => {
      const order = { token: 'USDC', amount: usdc(amount) } as const;
      const charged = chargeRent(order, lamports(rent), usdPrice(sol));
      if (!charged.ok) return;
      const { value } = charged;
      expect(value.amount > 0n).toBe(true);
      expect(value.amount + value.rentCharged).toBe(amount);
      const short = value.rentCharged * 10n ** 15n - rent * sol;
      expect(short >= 0n && short < 10n ** 15n).toBe(true);
    }),
  );
});
