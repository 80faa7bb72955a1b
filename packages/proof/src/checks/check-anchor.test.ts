import { describe, expect, test } from 'vitest';
import { type FakeTransaction, fakeNode } from '../../test/chain.ts';
import { addressOf } from '../files/address.ts';
import type { Day } from '../files/day.ts';
import { memoOf } from '../files/memo.ts';
import { readProof } from '../files/published-proof.ts';
import { referenceOf } from '../files/reference.ts';
import { checkAnchor } from './check-anchor.ts';

const TREASURY = addressOf(new Uint8Array(32).fill(7));
const STRANGER = addressOf(new Uint8Array(32).fill(9));

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
const LAST = { day: '2026-01-30' as Day, root: '11'.repeat(32) };
const OTHER_ROOT = 'ef'.repeat(32);
/** The memo of the day, or of one that differs. */
const memo = (difference: object = {}, last: typeof LAST | null = LAST): string =>
  memoOf(read(difference), last);

const anchored = (
  signature: string,
  text: string,
  changes: Partial<FakeTransaction> = {},
): FakeTransaction => ({ signature, memos: [text], signer: TREASURY, ...changes });
const BEFORE = anchored('before', memo(LAST, null));
const SENT = anchored('sent', memo());

const judge = (transactions: readonly FakeTransaction[], difference: object = {}) =>
  checkAnchor(read(difference), TREASURY, fakeNode(transactions).call);

describe('an anchor', () => {
  test('holds if the treasury signed the only memo of the day and of the last anchored day', async () => {
    expect(await judge([SENT, BEFORE])).toEqual({ state: 'stands', slot: 70 });
    const first = anchored('sent', memo({}, null));
    expect(await judge([first])).toEqual({ state: 'stands', slot: 70 });
  });

  test('holds while later days name it with its root', async () => {
    const next = memo({ day: '2026-02-01' }, { day: '2026-01-31' as Day, root: ANSWER.root });
    expect(await judge([anchored('next', next), SENT, BEFORE])).toMatchObject({ state: 'stands' });
  });

  test('holds for a file that was downloaded before it', async () => {
    expect(await judge([SENT, BEFORE], { anchor: null })).toMatchObject({ state: 'stands' });
  });

  test('is missing if the chain has no memo of the day', async () => {
    expect(await judge([BEFORE], { anchor: null })).toEqual({ state: 'none' });
  });

  test('is found in a list without memos', async () => {
    const { call } = fakeNode([SENT, BEFORE], { keepsMemos: false });
    expect(await checkAnchor(read(), TREASURY, call)).toMatchObject({ state: 'stands' });
  });

  test('is looked up at the reference address, page by page, in every version of transactions', async () => {
    const others = Array.from({ length: 250 }, (_, i) =>
      anchored(`other${i}`, 'hello', { signer: STRANGER }),
    );
    const { call, calls } = fakeNode([...others, SENT, BEFORE]);
    expect(await checkAnchor(read(), TREASURY, call)).toMatchObject({ state: 'stands' });
    const lists = calls.filter(([method]) => method === 'getSignaturesForAddress');
    expect(lists.map(([, params]) => params[0])).toEqual(Array(3).fill(referenceOf(TREASURY)));
    const opened = calls.filter(([method]) => method === 'getTransaction');
    expect(opened.map(([, [signature]]) => signature)).toEqual(['sent', 'before']);
    expect(opened[0]?.[1][1]).toMatchObject({ maxSupportedTransactionVersion: 1 });
  });

  test('is left open if more name its address than are checked', async () => {
    const spam = Array.from({ length: 201 }, (_, i) =>
      anchored(`spam${i}`, memo(), { signer: STRANGER }),
    );
    expect(await judge([...spam, SENT, BEFORE])).toEqual({ state: 'unclear' });
    const many = Array.from({ length: 10_000 }, (_, i) => anchored(`many${i}`, 'hello'));
    expect(await judge([...many, SENT, BEFORE])).toEqual({ state: 'unclear' });
  });
});

const lastWith = (root: string) => ({ ...LAST, root });
const nextNaming = (root: string): string =>
  memo({ day: '2026-02-01' }, { day: '2026-01-31' as Day, root });

describe('a day whose anchor does not count', () => {
  test.each<[string, string, readonly FakeTransaction[]]>([
    ['an unknown transaction', 'unknown', [BEFORE]],
    ['a failed transaction', 'failed', [{ ...SENT, err: {} }, BEFORE]],
    ['a transaction of a stranger', 'signer', [{ ...SENT, signer: STRANGER }, BEFORE]],
    ['another program', 'noMemo', [{ ...SENT, program: STRANGER }, BEFORE]],
    ['another text', 'noMemo', [anchored('sent', 'hello'), BEFORE]],
    ['no reference address', 'noReference', [{ ...SENT, isListed: false }, BEFORE]],
    ['another day', 'otherDay', [anchored('sent', memo(LAST, null))]],
    ['another root', 'otherRoot', [anchored('sent', memo({ root: OTHER_ROOT })), BEFORE]],
    ['another total', 'otherTotal', [anchored('sent', memo({ totalUnits: '999' })), BEFORE]],
    ['another log', 'otherLog', [anchored('sent', memo({ logHead: OTHER_ROOT })), BEFORE]],
    ['a second root', 'twoRoots', [anchored('two', memo({ root: OTHER_ROOT })), SENT, BEFORE]],
    [
      'a second root in one transaction',
      'twoRoots',
      [{ ...SENT, memos: [memo(), memo({ root: OTHER_ROOT })] }, BEFORE],
    ],
    [
      'another root in the next memo',
      'twoRoots',
      [anchored('next', nextNaming(OTHER_ROOT)), SENT, BEFORE],
    ],
    [
      'a second root of the last day',
      'twoRoots',
      [SENT, anchored('two', memo(lastWith(OTHER_ROOT), null)), BEFORE],
    ],
    [
      'another root of the last day',
      'twoRoots',
      [anchored('sent', memo({}, lastWith(OTHER_ROOT))), BEFORE],
    ],
    ['a last day that is not on the chain', 'lostDay', [SENT]],
  ])('has %s', async (_, fault, transactions) => {
    expect(await judge(transactions)).toMatchObject({ state: 'wrong', fault });
  });

  test('has a second log beside the right one', async () => {
    const second = anchored('second', memo({ logHead: OTHER_ROOT }));
    expect(await judge([second, SENT, BEFORE])).toMatchObject({ fault: 'otherLog' });
  });

  test('is not affected by a stranger’s memo or a failed one', async () => {
    const text = memo({ root: OTHER_ROOT });
    const strangers = anchored('stranger', text, { signer: STRANGER });
    const failed = anchored('failed', text, { err: {} });
    expect(await judge([strangers, failed, SENT, BEFORE])).toMatchObject({ state: 'stands' });
  });
});

test('a day’s file in another form is refused', () => {
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
