import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bondAccount, escrowOf, move, system, unstakedOf } from '../base/ledger.ts';
import { lamports, lmt } from '../base/money.ts';
import { issuedBy } from './supply.ts';

test('issued LMT is the sum of postings to held accounts', () => {
  const bond = move(system('issuance', 'LMT'), bondAccount('b'), lmt(7n));
  const claim = move(bondAccount('b'), unstakedOf('u'), lmt(7n));
  const paid = move(system('treasury', 'SOL'), system('bonded', 'SOL'), lamports(100n));
  expect(issuedBy([{ postings: [...bond, ...paid] }, { postings: claim }])).toBe(7n);
});

test('issued LMT is negative if journals burn more than they issue', () => {
  const burned = move(escrowOf('s'), system('soldBurned', 'LMT'), lmt(5n));
  expect(issuedBy([{ postings: burned }])).toBe(-5n);
});

test('issued LMT of several journals is the sum of each', () => {
  const units = fc.array(fc.bigInt({ min: 1n, max: 10n ** 17n }), { maxLength: 20 });
  fc.assert(
    fc.property(units, (amounts) => {
      const journals = amounts.map((amount) => ({
        postings: move(system('issuance', 'LMT'), unstakedOf('u'), lmt(amount)),
      }));
      const sum = journals.reduce((total, journal) => total + issuedBy([journal]), 0n);
      expect(issuedBy(journals)).toBe(sum);
    }),
  );
});
