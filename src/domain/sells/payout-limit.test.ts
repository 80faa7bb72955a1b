import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lamports, usdPrice, usdc } from '../base/money.ts';
import { checkPayoutLimit } from './payout-limit.ts';

const SOL = usdPrice(200n * 10n ** 12n);
const limit = (perDay: bigint | null, isSigned = false) => ({
  perDay: perDay === null ? null : usdc(perDay * 1_000_000n),
  sol: SOL,
  isSigned,
});
const inSol = (amount: bigint) => ({ token: 'SOL', amount: lamports(amount) }) as const;
const inUsdc = (amount: bigint) => ({ token: 'USDC', amount: usdc(amount) }) as const;

test('the limit itself may leave, a unit more may not', () => {
  const lately = [inSol(2_000_000_000n), inUsdc(100_000_000n)];
  expect(checkPayoutLimit(inUsdc(500_000_000n), lately, limit(1_000n)).ok).toBe(true);
  expect(checkPayoutLimit(inUsdc(500_000_001n), lately, limit(1_000n))).toMatchObject({
    ok: false,
    refusal: { code: 'SIGNATURE_REQUIRED' },
  });
});

test('without a limit, and with a signature, anything may leave', () => {
  const much = inSol(10n ** 15n);
  expect(checkPayoutLimit(much, [], limit(null)).ok).toBe(true);
  expect(checkPayoutLimit(much, [much], limit(1n, true)).ok).toBe(true);
});

test('what was paid before never lets more leave', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { maxLength: 5 });
  fc.assert(
    fc.property(amounts, amounts, (first, more) => {
      const next = inUsdc(1_000_000n);
      const few = checkPayoutLimit(next, first.map(inSol), limit(100_000n)).ok;
      const many = checkPayoutLimit(next, [...first, ...more].map(inSol), limit(100_000n)).ok;
      expect(few || !many).toBe(true);
    }),
  );
});
