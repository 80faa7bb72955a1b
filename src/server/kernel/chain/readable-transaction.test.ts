import { expect, test } from 'vitest';
import { withoutUnreadData } from './readable-transaction.ts';

const SYSTEM = '11111111111111111111111111111111';
const keys = ['payer', SYSTEM, 'SomeProgram'];
const inner = (programIdIndex: number, data: string) => ({ programIdIndex, accounts: [0], data });

test('withoutUnreadData keeps only short data of decoded programs', () => {
  const meta = {
    fee: 5000,
    innerInstructions: [
      {
        index: 0,
        instructions: [inner(1, 'abc'), inner(2, 'x'.repeat(13_000)), inner(1, 'y'.repeat(2_001))],
      },
    ],
  };
  expect(withoutUnreadData(meta, keys)).toEqual({
    fee: 5000,
    innerInstructions: [{ index: 0, instructions: [inner(1, 'abc'), inner(2, ''), inner(1, '')] }],
  });
});

test('withoutUnreadData returns a meta without inner instructions unchanged', () => {
  const meta = { innerInstructions: null };
  expect(withoutUnreadData(meta, keys)).toBe(meta);
});
