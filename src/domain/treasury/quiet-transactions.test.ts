import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Till, TransactionFacts } from '../bonds/deposit.ts';
import { instant } from '../base/time.ts';
import { type QuietTransaction, quietIn, quietRuns } from './quiet-transactions.ts';

const till: Till = { treasury: 'treasury', usdcMint: 'usdc', treasuryTokenAccount: 'till' };

/** Alice pays the treasury so many lamports. */
function paid(amount: bigint, changes: Partial<TransactionFacts> = {}): TransactionFacts {
  return {
    signature: 's1',
    slot: 7,
    blockTime: instant(1_700_000_000_000),
    commitment: 'finalized',
    err: null,
    feePayer: 'alice',
    fee: 5_000n,
    signers: ['alice'],
    accountKeys: ['alice', 'treasury'],
    memo: null,
    transfers: [
      {
        mint: null,
        authority: 'alice',
        own: true,
        source: 'alice',
        sourceOwner: 'alice',
        destination: 'treasury',
        destinationOwner: 'treasury',
        amount,
      },
    ],
    gains: [{ mint: null, account: 'treasury', amount }],
    created: [],
    balances: [{ token: 'SOL', before: 100n, after: 100n + amount }],
    ...changes,
  };
}
const quiet = (facts: TransactionFacts, token: 'SOL' | 'USDC' = 'SOL') =>
  quietIn(token, { facts, till, faucets: new Set(['faucet']), nonceAuthority: 'nonces' });

test('dust, and what moves nothing, is quiet', () => {
  const shared = { signature: 's1', slot: 7, blockTime: 1_700_000_000_000, before: 100n };
  expect(quiet(paid(9_999n))).toEqual({
    ...shared,
    amount: 9_999n,
    after: 10_099n,
    payer: 'alice',
  });
  const nothing = { ...shared, amount: 0n, after: 100n, payer: null };
  expect(quiet(paid(0n, { transfers: [], gains: [] }))).toEqual(nothing);
  const failed = { err: 'x', transfers: [], gains: [] };
  expect(quiet(paid(0n, failed))).toEqual(nothing);
  expect(quiet(paid(0n, { ...failed, balances: [] }))).toMatchObject({ before: 0n, after: 0n });
});

test('dust of several has no one payer; what the other account held is not told', () => {
  const [transfer] = paid(100n).transfers;
  const bob = { ...transfer!, authority: 'bob', source: 'bob', sourceOwner: 'bob' };
  const both = paid(200n, {
    signers: ['alice', 'bob'],
    transfers: [transfer!, bob],
    balances: [
      { token: 'USDC', before: 5n, after: 5n },
      { token: 'SOL', before: 100n, after: 300n },
    ],
  });
  expect(quiet(both)).toMatchObject({ amount: 200n, payer: null, before: 100n, after: 300n });
});

test.each<[string, TransactionFacts]>([
  ['a payment', paid(10_000n)],
  ['the faucet’s', paid(9_999n, { feePayer: 'faucet' })],
  ['the treasury’s fee', paid(-5_000n, { feePayer: 'treasury', signers: ['treasury'], err: 'x' })],
  ['not final yet', paid(9_999n, { commitment: 'confirmed' })],
  ['without a time', paid(9_999n, { blockTime: null })],
])('%s is not', (_what, facts) => {
  expect(quiet(facts)).toBeNull();
});

test('dust beside a payment in the other token is not', () => {
  const both = paid(9_999n, {
    gains: [
      { mint: null, account: 'treasury', amount: 9_999n },
      { mint: 'usdc', account: 'till', amount: 2_000n },
    ],
  });
  expect(quiet(both)).toBeNull();
  expect(quiet(both, 'USDC')).toBeNull();
});

const anyAmounts = fc.array(fc.bigInt(0n, 9n), { maxLength: 30 });
/** Transactions of an account, in order; after each of some places one that is not quiet. */
function inOrder(amounts: readonly bigint[], breaks: ReadonlySet<number>): QuietTransaction[] {
  let held = 1_000n;
  return amounts.map((amount, i) => {
    const before = held;
    held += amount;
    const each = { signature: `s${i}`, slot: i, blockTime: instant(i), payer: `p${i}` };
    const transaction = { ...each, amount, before, after: held };
    if (breaks.has(i)) held += 5_000n;
    return transaction;
  });
}

test('runs keep every transaction, in order, and each explains all that it changed', () => {
  fc.assert(
    fc.property(anyAmounts, fc.array(fc.nat(29)), (amounts, breaks) => {
      const all = inOrder(amounts, new Set(breaks));
      const runs = quietRuns(all);
      expect(runs.flatMap(({ transactions }) => transactions)).toEqual(all);
      for (const { transactions, dust } of runs) {
        const sum = transactions.reduce((total, { amount }) => total + amount, 0n);
        expect(dust?.amount ?? 0n).toBe(sum);
        if (!dust) continue;
        expect(dust.after - dust.before).toBe(sum);
        expect(dust.transactions).toBe(transactions.filter(({ amount }) => amount > 0n).length);
      }
    }),
  );
});

test('one after the other is one run, told under its newest signature', () => {
  const [run, ...more] = quietRuns(inOrder([1n, 0n, 2n, 0n], new Set()));
  expect(more).toEqual([]);
  expect(run?.dust).toMatchObject({
    signature: 's2',
    kind: 'dust',
    failed: false,
    amount: 3n,
    transactions: 2,
    counterparty: null,
  });
  const alone = quietRuns(inOrder([4n], new Set()))[0]?.dust;
  expect(alone).toMatchObject({ signature: 's0', counterparty: 'p0', transactions: 1 });
});

test('what moved nothing parts no run, before the first dust or after a gap', () => {
  const counted = (amounts: bigint[], ...breaks: number[]) =>
    quietRuns(inOrder(amounts, new Set(breaks))).map(({ transactions }) => transactions.length);
  expect(counted([0n, 4n])).toEqual([2]);
  expect(counted([1n, 0n], 0)).toEqual([2]);
  expect(counted([1n, 0n, 2n], 0)).toEqual([2, 1]);
});
