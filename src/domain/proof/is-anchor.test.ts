import { describe, expect, test } from 'vitest';
import type { ReadInstruction, ReadTransaction } from '../sells/payout-bytes.ts';
import { isAnchor } from './is-anchor.ts';
import { type Day } from '#proof/files/day';
import { memoOf } from '#proof/files/memo';

const WALLET = 'treasury';
const MEMO = memoOf({
  day: '2026-01-31' as Day,
  root: 'ab'.repeat(32),
  totalUnits: 1_234n,
  logHead: 'cd'.repeat(32),
});
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

describe('a transaction is the anchor of a day', () => {
  test.each([
    ['with the memo alone', [writing(MEMO)]],
    ['with a budget before it', [LIMIT, PRICE, writing(MEMO)]],
    ['with a budget behind it', [writing(MEMO), PRICE]],
  ])('%s', (_, instructions) => {
    expect(isAnchor(anchor(instructions), MEMO, WALLET)).toBe(true);
  });

  test.each<[string, ReadTransaction]>([
    ['writes another memo', anchor([writing(MEMO.replace('v1', 'v2'))])],
    ['writes more than the memo', anchor([writing(`${MEMO} `)])],
    ['writes nothing', anchor([])],
    ['has a budget and no memo', anchor([LIMIT, PRICE])],
    ['has the memo twice', anchor([writing(MEMO), writing(MEMO)])],
    ['moves money beside it', anchor([writing(MEMO), transfer])],
    ['moves money before it', anchor([transfer, writing(MEMO)])],
    [
      'says it to another program',
      anchor([{ ...writing(MEMO), program: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHs' }]),
    ],
    [
      'has a price that burns the treasury',
      anchor([budget(3, 0, 0, 0, 0, 1, 0, 0, 0), writing(MEMO)]),
    ],
    ['has a budget of another kind', anchor([budget(1, 0, 0, 4, 0), writing(MEMO)])],
    ['names accounts in tables', anchor([writing(MEMO)], { isLegacy: false })],
    ['is signed by another', anchor([writing(MEMO)], { signers: ['thief'] })],
    ['is signed by one more', anchor([writing(MEMO)], { signers: [WALLET, 'thief'] })],
    ['is signed by no one', anchor([writing(MEMO)], { signers: [] })],
  ])('but not one that %s', (_, transaction) => {
    expect(isAnchor(transaction, MEMO, WALLET)).toBe(false);
  });
});
