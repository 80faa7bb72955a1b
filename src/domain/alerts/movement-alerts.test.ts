import { describe, expect, test } from 'vitest';
import { SOL, USDC, day } from '#test/domain/builders';
import { knownMovement } from '#test/domain/movements';
import { type TreasuryHealth, movementAlerts } from './movement-alerts.ts';

const FINE: TreasuryHealth = {
  movements: { figures: [], concerns: [] },
  balances: [],
  coverage: 100n,
};
const alerts = (changes: Partial<TreasuryHealth>) => movementAlerts({ ...FINE, ...changes });
const texts = (changes: Partial<TreasuryHealth>) => alerts(changes).map(({ text }) => text);
const balance = (token: 'SOL' | 'USDC', held: bigint, written: bigint) =>
  ({ token, slot: 9, held, written, since: day(3) }) as const;

test('returns no alerts if balances agree, movements are named and debts are covered', () => {
  const name = { id: 'n1', movementId: 'm1', label: 'own', note: null, at: day(1) } as const;
  const figures = [{ token: 'SOL', expected: 5n, balance: 5n, difference: 0n }] as const;
  const movements = { figures, concerns: [knownMovement({ name })] };
  expect(alerts({ movements, balances: [balance('SOL', 5n, 5n)] })).toEqual([]);
});

test('alerts on coverage below 100%, and ignores an unknown one', () => {
  expect(alerts({ coverage: null })).toEqual([]);
  expect(texts({ coverage: 99n })).toEqual([
    'What the treasury holds is worth only 99% of what it owes',
  ]);
});

describe('a balance difference', () => {
  test('is reported once for each token, by the movements if they show it', () => {
    const expected = SOL('1');
    const figures = [{ token: 'SOL', expected, balance: 0n, difference: -expected }] as const;
    const balances = [balance('SOL', 0n, expected), balance('USDC', USDC('3'), USDC('2'))];
    expect(texts({ movements: { figures, concerns: [] }, balances })).toEqual([
      'The treasury’s SOL account held 0.000000000 SOL, but its movements add up to 1.000000000 SOL',
      'At slot 9 the treasury’s USDC account held 3.000000 USDC, but its movements up to there add up to 2.000000 USDC',
    ]);
  });
});

describe('a movement that needs a check', () => {
  const textsOf = (...concerns: TreasuryHealth['movements']['concerns']) =>
    texts({ movements: { figures: [], concerns } });

  test('is reported with its absolute amount', () => {
    const unknown = { use: { kind: 'unknown' } } as const;
    expect(
      textsOf(knownMovement(unknown), knownMovement({ ...unknown, amount: SOL('2') })),
    ).toEqual([
      '0.500000000 SOL moved, and nothing explains it',
      '2.000000000 SOL moved, and nothing explains it',
    ]);
  });

  test('is reported without a counterparty as to an unknown account', () => {
    const known = knownMovement();
    const movement = { ...known.movement, counterparty: null };
    expect(textsOf({ ...known, movement })).toEqual([
      '0.500000000 SOL left the treasury for an unknown account, and no payout explains it',
    ]);
  });
});
