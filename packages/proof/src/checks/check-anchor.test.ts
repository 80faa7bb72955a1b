import { getBase58Decoder } from '@solana/kit';
import { expect, test } from 'vitest';

import { memoOf } from '../files/memo.ts';

import { checkAnchor } from './check-anchor.ts';
import { readProof } from '../files/published-proof.ts';

const TREASURY = 'Treasury111111111111111111111111111111111111';
const STRANGER = 'Stranger111111111111111111111111111111111111';
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

const ANSWER = {
  day: '2026-01-31',
  at: '2026-01-31T00:00:00.400Z',
  root: 'ab'.repeat(32),
  totalUnits: '1000000000',
  leaves: 5,
  wallets: 2,
  logHead: 'cd'.repeat(32),
  otherLiabilities: [],
  holdings: [],
  anchor: { signature: 'sent', slot: 70, memo: '' },
  treasury: TREASURY,
  leavesKept: true,
};
const read = (difference: object = {}) => {
  const proof = readProof({ ...ANSWER, ...difference });
  if (!proof) throw new Error('not a proof');
  return proof;
};

interface Landed {
  readonly memo?: string;
  readonly signer?: string;
  readonly program?: string;
  readonly err?: unknown;
}

/** What a node says of a transaction with a memo. */
function landed({ memo, signer = TREASURY, program = MEMO_PROGRAM, err = null }: Landed): object {
  const data = getBase58Decoder().decode(new TextEncoder().encode(memo ?? memoOf(read())));
  return {
    slot: 70,
    meta: { err },
    transaction: {
      message: {
        header: { numRequiredSignatures: 1 },
        accountKeys: [signer, TREASURY, program],
        instructions: [{ programIdIndex: 2, accounts: [0], data }],
      },
    },
  };
}

const judged = (result: object | null) =>
  checkAnchor(read(), TREASURY, async () => JSON.stringify({ result }));

test('asks for every version of transactions that clusters have', async () => {
  const asked: unknown[] = [];
  await checkAnchor(read(), TREASURY, async (_, params) => {
    asked.push(params);
    return JSON.stringify({ result: landed({}) });
  });
  expect(asked).toEqual([['sent', expect.objectContaining({ maxSupportedTransactionVersion: 1 })]]);
});

test('stands where the treasury has signed a memo of this day, root, total and log', async () => {
  expect(await judged(landed({}))).toEqual({ state: 'stands', slot: 70 });
});

test('is none where there is none, and no node is asked', async () => {
  const ask = () => Promise.reject(new Error('must not be asked'));
  expect(await checkAnchor(read({ anchor: null }), TREASURY, ask)).toEqual({ state: 'none' });
});

test.each([
  ['unknown', null],
  ['failed', landed({ err: { InstructionError: [0, 'Custom'] } })],
  ['signer', landed({ signer: STRANGER })],
  ['noMemo', landed({ program: STRANGER })],
  ['noMemo', landed({ memo: 'hello' })],
  ['otherDay', landed({ memo: memoOf(read({ day: '2026-01-30' })) })],
  ['otherRoot', landed({ memo: memoOf(read({ root: 'ef'.repeat(32) })) })],
  ['otherTotal', landed({ memo: memoOf(read({ totalUnits: '999' })) })],
  ['otherLog', landed({ memo: memoOf(read({ logHead: 'ef'.repeat(32) })) })],
] as const)('is wrong, and told as %s', async (fault, result) => {
  expect(await judged(result)).toMatchObject({ state: 'wrong', fault });
});

test('an answer that is no proof is not read as one', () => {
  for (const [name, value] of [
    ['at', 'yesterday'],
    ['root', 'ab'],
    ['holdings', [{ asset: 'SOL' }]],
    ['anchor', {}],
    ['otherLiabilities', null],
    ['logHead', undefined],
  ] as const) {
    expect(readProof({ ...ANSWER, [name]: value }), name).toBeNull();
  }
});
