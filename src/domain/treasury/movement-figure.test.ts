import { expect, test } from 'vitest';
import { day } from '#test/domain/builders';
import { movementFigures } from './movement-figure.ts';

const opening = { token: 'SOL', balance: 100n, at: day(1) } as const;
const sums = [
  { token: 'SOL', kind: 'bond', amount: 50n, count: 2 },
  { token: 'SOL', kind: 'network-fee', amount: -5n, count: 1 },
] as const;

test('reconciles opening balance and movements with the newest balance of each account', () => {
  const [sol, usdc] = movementFigures({
    openings: [opening],
    sums,
    newest: [{ token: 'SOL', balance: 145n }],
  });
  expect(sol).toEqual({
    token: 'SOL',
    opening,
    sums,
    expected: 145n,
    balance: 145n,
    difference: 0n,
    unclassified: 0,
  });
  expect(usdc).toMatchObject({ opening: null, expected: 0n, balance: 0n, difference: 0n });
});

test('reports the difference, and counts unclassified movements', () => {
  const stray = { token: 'SOL', kind: 'unclassified', amount: 7n, count: 1 } as const;
  const [sol] = movementFigures({
    openings: [opening],
    sums: [...sums, stray],
    newest: [{ token: 'SOL', balance: 150n }],
  });
  expect(sol).toMatchObject({ expected: 152n, difference: -2n, unclassified: 1 });
});

test('uses the opening balance of an account without movements', () => {
  const [sol] = movementFigures({ openings: [opening], sums: [], newest: [] });
  expect(sol).toMatchObject({ expected: 100n, balance: 100n, difference: 0n });
});
