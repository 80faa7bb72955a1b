import { describe, expect, test } from 'vitest';
import type { ReadInstruction, ReadTransaction } from '../payouts/payout-bytes.ts';
import { isAnchor } from './is-anchor.ts';
import type { Day } from '#proof/files/day';
import { memoOf } from '#proof/files/memo';

const WALLET = 'treasury';
const REFERENCE = 'reference';
const MEMO = memoOf(
  {
    day: '2026-01-31' as Day,
    root: 'ab'.repeat(32),
    totalUnits: 1_234n,
    logHead: 'cd'.repeat(32),
  },
  null,
);
const EXPECTED = { memo: MEMO, wallet: WALLET, reference: REFERENCE };
const instruction = (program: string, data: Iterable<number>): ReadInstruction => ({
  program,
  accounts: [],
  data: Uint8Array.from(data),
});
const writing = (text: string): ReadInstruction =>
  instruction('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', Buffer.from(text));
const budget = (...data: number[]): ReadInstruction =>
  instruction('ComputeBudget111111111111111111111111111111', data);
const LIMIT = budget(2, 0x40, 0x0d, 3, 0);
const PRICE = budget(3, 0x10, 0x27, 0, 0, 0, 0, 0, 0);
const transfer = instruction('11111111111111111111111111111111', [2, 0, 0, 0]);

const anchor = (
  instructions: readonly ReadInstruction[],
  changes: Partial<ReadTransaction> = {},
): ReadTransaction => ({ isLegacy: true, signers: [WALLET], instructions, ...changes });

const NAMING: ReadInstruction = {
  ...instruction('11111111111111111111111111111111', [2, ...Array<number>(11).fill(0)]),
  accounts: [WALLET, WALLET, REFERENCE],
};

describe('the anchor of a day', () => {
  test.each([
    ['the memo and the reference', [NAMING, writing(MEMO)]],
    ['a budget before them', [LIMIT, PRICE, NAMING, writing(MEMO)]],
    ['a budget behind them', [NAMING, writing(MEMO), PRICE]],
  ])('is recognized with %s', (_, instructions) => {
    expect(isAnchor(anchor(instructions), EXPECTED)).toBe(true);
  });

  const reached = (...accounts: string[]): ReadInstruction => ({ ...NAMING, accounts });
  test.each<[string, ReadTransaction]>([
    ['another memo', anchor([NAMING, writing(MEMO.replace('v2', 'v1'))])],
    ['more than the memo', anchor([NAMING, writing(`${MEMO} `)])],
    ['no instruction', anchor([])],
    ['a budget only', anchor([LIMIT, PRICE])],
    ['no memo', anchor([NAMING])],
    ['no reference', anchor([writing(MEMO)])],
    ['the reference after the memo', anchor([writing(MEMO), NAMING])],
    ['the memo twice', anchor([NAMING, writing(MEMO), writing(MEMO)])],
    ['another reference', anchor([reached(WALLET, WALLET, 'other'), writing(MEMO)])],
    ['another receiver', anchor([reached(WALLET, 'thief', REFERENCE), writing(MEMO)])],
    ['an amount', anchor([{ ...NAMING, data: NAMING.data.with(4, 1) }, writing(MEMO)])],
    ['a reference for another program', anchor([{ ...NAMING, program: 'x' }, writing(MEMO)])],
    ['a transfer behind it', anchor([NAMING, writing(MEMO), transfer])],
    ['a transfer before it', anchor([transfer, NAMING, writing(MEMO)])],
    [
      'a memo to another program',
      anchor([
        NAMING,
        { ...writing(MEMO), program: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHs' },
      ]),
    ],
    [
      'a price that burns the treasury’s money',
      anchor([budget(3, 0, 0, 0, 0, 1, 0, 0, 0), NAMING, writing(MEMO)]),
    ],
    ['a budget of another kind', anchor([budget(1, 0, 0, 4, 0), NAMING, writing(MEMO)])],
    ['accounts in lookup tables', anchor([NAMING, writing(MEMO)], { isLegacy: false })],
    ['another signer', anchor([NAMING, writing(MEMO)], { signers: ['thief'] })],
    ['a second signer', anchor([NAMING, writing(MEMO)], { signers: [WALLET, 'thief'] })],
    ['no signer', anchor([NAMING, writing(MEMO)], { signers: [] })],
  ])('is refused with %s', (_, transaction) => {
    expect(isAnchor(transaction, EXPECTED)).toBe(false);
  });
});
