import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  type Gain,
  type Till,
  type ParsedTransaction,
  type Transfer,
  finalPayments,
  judgeDeposit,
  paymentsIn,
  provenIn,
  unattributedIn,
} from './deposit.ts';
import { codeOf } from '#test/domain/builders';

import type { PayToken } from '../base/money.ts';
import { instant } from '../base/time.ts';

const till: Till = { treasury: 'treasury', usdcMint: 'usdc', treasuryTokenAccount: 'till' };

const facts = (changes: Partial<ParsedTransaction> = {}): ParsedTransaction => ({
  signature: 'signature',
  slot: 7,
  blockTime: instant(1_700_000_000_000),
  commitment: 'confirmed',
  err: null,
  feePayer: 'alice',
  fee: 5_000n,
  signers: ['alice', 'bob'],
  accountKeys: ['alice', 'treasury', 'reference'],
  memo: null,
  transfers: [],
  gains: [],
  created: [],
  balances: [],
  ...changes,
});

const sol = (authority: string, amount: bigint, destination = 'treasury'): Transfer => ({
  mint: null,
  authority,
  own: true,
  source: authority,
  sourceOwner: authority,
  destination,
  destinationOwner: destination,
  amount,
});

const token = (authority: string, amount: bigint, changes: Partial<Transfer> = {}): Transfer => ({
  mint: 'usdc',
  authority,
  own: true,
  source: `${authority}-usdc`,
  sourceOwner: authority,
  destination: 'till',
  destinationOwner: 'treasury',
  amount,
  ...changes,
});

const gainSol = (amount: bigint): Gain => ({ mint: null, account: 'treasury', amount });
const gainUsdc = (amount: bigint, account = 'till'): Gain => ({ mint: 'usdc', account, amount });

/** Returns the code of the refusal, or the amount. */
function verdict(tx: ParsedTransaction, payer = 'alice', paid: PayToken = 'SOL'): string | bigint {
  const result = judgeDeposit(tx, { ...till, payer, token: paid });
  return result.ok ? result.value.amount : result.refusal.code;
}

describe('judgeDeposit', () => {
  test('returns the treasury’s gain with its block time', () => {
    const tx = facts({ transfers: [sol('alice', 9n)], gains: [gainSol(9n)] });
    expect(judgeDeposit(tx, { ...till, payer: 'alice', token: 'SOL' })).toEqual({
      ok: true,
      value: {
        payer: 'alice',
        token: 'SOL',
        amount: 9n,
        signature: 'signature',
        slot: 7,
        blockTime: 1_700_000_000_000,
        finalized: false,
        keys: tx.accountKeys,
      },
    });
  });

  test('returns true in finalized for a finalized transaction', () => {
    const tx = facts({
      commitment: 'finalized',
      transfers: [sol('alice', 9n)],
      gains: [gainSol(9n)],
    });
    const result = judgeDeposit(tx, { ...till, payer: 'alice', token: 'SOL' });
    expect(result.ok && result.value.finalized).toBe(true);
  });

  test('refuses a payment without block time as not confirmed', () => {
    const tx = facts({ blockTime: null, transfers: [sol('alice', 9n)], gains: [gainSol(9n)] });
    expect(verdict(tx)).toBe('DEPOSIT_NOT_CONFIRMED');
  });

  test('refuses for the first reason in a fixed order', () => {
    const other = { mint: 'fake', destination: 'fake-till' };
    const everything = facts({
      commitment: 'processed',
      err: '"AccountInUse"',
      transfers: [token('alice', 5n, other), sol('alice', 5n, 'mallory')],
      gains: [{ mint: 'fake', account: 'fake-till', amount: 5n }],
    });
    expect(verdict(everything)).toBe('DEPOSIT_NOT_CONFIRMED');
    const confirmed = { ...everything, commitment: 'confirmed' as const };
    expect(verdict(confirmed)).toBe('DEPOSIT_FAILED');
    const ran = { ...confirmed, err: null };
    expect(verdict(ran)).toBe('DEPOSIT_OTHER_MINT');
    const right = { ...ran, transfers: [sol('alice', 5n, 'mallory')], gains: [] };
    expect(verdict(right)).toBe('DEPOSIT_OTHER_RECIPIENT');
    const here = { ...right, transfers: [sol('bob', 5n)], gains: [gainSol(5n)] };
    expect(verdict(here)).toBe('DEPOSIT_OTHER_SENDER');
    const mine = { ...here, transfers: [sol('alice', 0n)], gains: [gainSol(0n)] };
    expect(verdict(mine)).toBe('DEPOSIT_NOTHING_GAINED');
    expect(verdict({ ...mine, transfers: [] })).toBe('DEPOSIT_NOTHING_GAINED');
  });

  test('refuses a claim in the other token as another mint', () => {
    const paidSol = facts({ transfers: [sol('alice', 5n)], gains: [gainSol(5n)] });
    expect(verdict(paidSol, 'alice', 'USDC')).toBe('DEPOSIT_OTHER_MINT');
    const paidUsdc = facts({ transfers: [token('alice', 5n)], gains: [gainUsdc(5n)] });
    expect(verdict(paidUsdc, 'alice', 'SOL')).toBe('DEPOSIT_OTHER_MINT');
  });

  test('refuses USDC in another account of the treasury, which is an unattributed gain', () => {
    const transfers = [token('alice', 5n, { destination: 'elsewhere' })];
    const tx = facts({ transfers, gains: [gainUsdc(5n, 'elsewhere')] });
    expect(verdict(tx, 'alice', 'USDC')).toBe('DEPOSIT_OTHER_MINT');
    expect(unattributedIn(tx, till)).toEqual([{ token: 'USDC', amount: 5n }]);
  });

  test('refuses a transfer without its authority’s signature', () => {
    const tx = facts({ signers: ['bob'], transfers: [sol('alice', 5n)], gains: [gainSol(5n)] });
    expect(verdict(tx)).toBe('DEPOSIT_OTHER_SENDER');
    expect(unattributedIn(tx, till)).toEqual([{ token: 'SOL', amount: 5n }]);
  });

  test('refuses a gain from a program as another sender, even if the wallet paid elsewhere', () => {
    const tx = facts({ transfers: [sol('alice', 5n, 'mallory')], gains: [gainSol(5n)] });
    expect(verdict(tx)).toBe('DEPOSIT_OTHER_SENDER');
  });

  test('refuses SOL to the treasury’s token account as another recipient', () => {
    const tx = facts({ transfers: [sol('alice', 5n, 'till')] });
    expect(verdict(tx, 'alice', 'USDC')).toBe('DEPOSIT_OTHER_RECIPIENT');
  });

  test('refuses a transfer of 0 beside another wallet’s payment', () => {
    const tx = facts({ transfers: [sol('bob', 5n), sol('alice', 0n)], gains: [gainSol(5n)] });
    expect(verdict(tx)).toBe('DEPOSIT_NOTHING_GAINED');
  });
});

describe('finalPayments', () => {
  const paid = {
    commitment: 'finalized' as const,
    transfers: [sol('alice', 5n)],
    gains: [gainSol(7n), gainUsdc(3n)],
  };
  const proof = {
    signature: 'signature',
    slot: 7,
    blockTime: 1_700_000_000_000,
    keys: ['alice', 'treasury', 'reference'],
  };

  test('contain payments of wallets, then gains without a payer', () => {
    const all = [
      { ...proof, finalized: true, payer: 'alice', token: 'SOL', amount: 5n },
      { ...proof, finalized: true, payer: null, token: 'SOL', amount: 2n },
      { ...proof, finalized: true, payer: null, token: 'USDC', amount: 3n },
    ];
    expect(finalPayments(facts(paid), till)).toEqual({ ok: true, value: all });
    const confirmed = facts({ ...paid, commitment: 'confirmed' });
    expect(provenIn(confirmed, till)).toEqual(all.map((one) => ({ ...one, finalized: false })));
    expect(provenIn(facts({ ...paid, blockTime: null }), till)).toEqual([]);
  });

  test.each<[string, Partial<ParsedTransaction>]>([
    ['DEPOSIT_NOT_CONFIRMED', { commitment: 'confirmed', err: '"x"' }],
    ['DEPOSIT_FAILED', { err: '"x"' }],
    ['DEPOSIT_NOTHING_GAINED', { gains: [] }],
  ])('are refused with %s', (code, changes) => {
    expect(codeOf(finalPayments(facts({ ...paid, ...changes }), till))).toBe(code);
  });
});

describe('paymentsIn', () => {
  test('attributes payments of two wallets to each', () => {
    const tx = facts({
      transfers: [sol('alice', 5n), token('bob', 3n), sol('bob', 2n)],
      gains: [gainSol(7n), gainUsdc(3n)],
    });
    expect(paymentsIn(tx, till)).toEqual([
      { payer: 'alice', token: 'SOL', amount: 5n },
      { payer: 'bob', token: 'SOL', amount: 2n },
      { payer: 'bob', token: 'USDC', amount: 3n },
    ]);
    expect(unattributedIn(tx, till)).toEqual([]);
  });

  test('subtracts what the payer gets back', () => {
    const transfers = [sol('alice', 5n), { ...sol('treasury', 3n, 'alice') }];
    expect(paymentsIn(facts({ transfers, gains: [gainSol(2n)] }), till)).toEqual([
      { payer: 'alice', token: 'SOL', amount: 2n },
    ]);
  });

  test('subtracts a return only from its receiver', () => {
    const back = (amount: bigint, changes: Partial<Transfer> = {}) => [
      sol('alice', 5n),
      sol('bob', 5n),
      { ...sol('treasury', amount, 'alice'), ...changes },
    ];
    const amounts = (transfers: readonly Transfer[], gained: bigint) =>
      paymentsIn(facts({ transfers, gains: [gainSol(gained)] }), till).map((p) => p.amount);
    expect(amounts(back(3n), 7n)).toEqual([2n, 5n]);
    expect(amounts(back(5n), 5n)).toEqual([5n]);
    // Alice got back more than she sent, so Bob is credited at most the treasury's gain.
    expect(amounts(back(6n), 4n)).toEqual([4n]);
    expect(amounts(back(3n, { mint: 'usdc' }), 10n)).toEqual([5n, 5n]);
    expect(amounts(back(3n, { sourceOwner: 'carol' }), 10n)).toEqual([5n, 5n]);
    expect(amounts(back(3n, { destinationOwner: null }), 7n)).toEqual([3n, 3n]);
  });

  test('ignores lamports on the token account, and USDC in other accounts', () => {
    const rent = { mint: null, account: 'till', amount: 5n };
    const gains = [rent, gainUsdc(3n), gainUsdc(10n, 'elsewhere')];
    expect(paymentsIn(facts({ transfers: [token('alice', 5n)], gains }), till)).toEqual([
      { payer: 'alice', token: 'USDC', amount: 3n },
    ]);
    const transfers = [token('alice', 5n, { destination: 'elsewhere' })];
    expect(paymentsIn(facts({ transfers, gains: [gainUsdc(5n)] }), till)).toEqual([]);
  });

  test('never treats the treasury as payer, even if a program adds to its transfer', () => {
    const transfers = [token('treasury', 5n, { source: 'elsewhere' })];
    const gains = [gainUsdc(-5n, 'elsewhere'), gainUsdc(10n)];
    const tx = facts({ signers: ['treasury'], transfers, gains });
    expect(paymentsIn(tx, till)).toEqual([]);
    expect(unattributedIn(tx, till)).toEqual([{ token: 'USDC', amount: 5n }]);
  });

  test('distinguishes an exchange from a transaction fee of the treasury', () => {
    const usdcIn = { transfers: [token('alice', 5n)], gains: [gainSol(-5_000n), gainUsdc(5n)] };
    expect(paymentsIn(facts({ ...usdcIn, feePayer: 'alice' }), till)).toEqual([]);
    const solIn = { transfers: [sol('alice', 9_000n)], gains: [gainSol(4_000n), gainUsdc(-900n)] };
    expect(paymentsIn(facts({ ...solIn, feePayer: 'treasury' }), till)).toEqual([]);
  });

  test('reduces all payers proportionally, rounded down, by an amount forwarded to a third wallet', () => {
    const transfers = [sol('alice', 4n), sol('bob', 3n), sol('treasury', 2n, 'carol')];
    const tx = facts({ transfers, gains: [gainSol(5n)] });
    expect(paymentsIn(tx, till).map(({ amount }) => amount)).toEqual([2n, 2n]);
    expect(unattributedIn(tx, till)).toEqual([{ token: 'SOL', amount: 1n }]);
  });

  test('does not subtract the treasury’s transaction fee', () => {
    const tx = facts({
      feePayer: 'treasury',
      signers: ['treasury', 'alice'],
      transfers: [token('alice', 5n)],
      gains: [gainSol(-5_000n), gainUsdc(5n)],
    });
    expect(paymentsIn(tx, till)).toEqual([{ payer: 'alice', token: 'USDC', amount: 5n }]);
  });

  test('ignores an exchange signed by the treasury', () => {
    const transfers = [
      sol('alice', 5n),
      token('treasury', 900n, { destination: 'alice-usdc', destinationOwner: 'alice' }),
    ];
    const tx = facts({ transfers, gains: [gainSol(5n), gainUsdc(-900n)] });
    expect(paymentsIn(tx, till)).toEqual([]);
    expect(verdict(tx)).toBe('DEPOSIT_NOTHING_GAINED');
    expect(unattributedIn(tx, till)).toEqual([{ token: 'SOL', amount: 5n }]);
  });

  test('ignores a transfer between the treasury’s accounts', () => {
    const transfers = [token('treasury', 5n, { source: 'elsewhere' })];
    const gains = [gainUsdc(-5n, 'elsewhere'), gainUsdc(5n)];
    const tx = facts({ signers: ['treasury'], transfers, gains });
    expect(paymentsIn(tx, till)).toEqual([]);
    expect(unattributedIn(tx, till)).toEqual([]);
  });

  test('is empty before confirmed, or if the transaction failed', () => {
    const paid = { transfers: [sol('alice', 5n)], gains: [gainSol(5n)] };
    expect(paymentsIn(facts({ ...paid, commitment: 'processed' }), till)).toEqual([]);
    expect(paymentsIn(facts({ ...paid, err: '"x"' }), till)).toEqual([]);
    expect(unattributedIn(facts({ ...paid, err: '"x"' }), till)).toEqual([]);
  });
});

const wallet = fc.constantFrom('alice', 'bob', 'carol', 'treasury');
const anyTransfer = fc.oneof(
  fc.tuple(wallet, fc.bigInt(0n, 1_000n), wallet).map(([from, n, to]) => sol(from, n, to)),
  fc
    .record({
      authority: wallet,
      amount: fc.bigInt(0n, 1_000n),
      own: fc.boolean(),
      mint: fc.constantFrom('usdc', 'fake'),
      destination: fc.constantFrom('till', 'elsewhere'),
    })
    .map(({ authority, amount, ...changes }) => token(authority, amount, changes)),
);
const anyFacts = fc
  .record({
    commitment: fc.constantFrom('processed' as const, 'confirmed' as const, 'finalized' as const),
    err: fc.constantFrom(null, null, null, '"x"'),
    feePayer: wallet,
    signers: fc.uniqueArray(wallet, { minLength: 1 }),
    transfers: fc.array(anyTransfer, { maxLength: 6 }),
    gains: fc
      .tuple(fc.bigInt(-500n, 3_000n), fc.bigInt(-500n, 3_000n), fc.bigInt(-500n, 3_000n))
      .map(([a, b, c]) => [gainSol(a), gainUsdc(b), gainUsdc(c, 'elsewhere')]),
  })
  .map((changes) => facts(changes));

describe('any transaction', () => {
  const sums = (tx: ParsedTransaction, paid: PayToken): [bigint, bigint, bigint] => {
    const of = (list: readonly { token: PayToken; amount: bigint }[]): bigint =>
      list.filter((entry) => entry.token === paid).reduce((sum, { amount }) => sum + amount, 0n);
    const mint = paid === 'SOL' ? null : 'usdc';
    const gained = tx.gains
      .filter((gain) => gain.mint === mint)
      .reduce((sum, { amount }) => sum + amount, 0n);
    return [of(paymentsIn(tx, till)), of(unattributedIn(tx, till)), gained];
  };

  test('splits exactly the treasury’s gain into positive payments and the rest', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom('SOL' as const, 'USDC' as const), (tx, paid) => {
        const [payments, rest, gained] = sums(tx, paid);
        const counts = tx.commitment !== 'processed' && tx.err === null;
        expect(payments + rest).toBe(counts && gained > 0n ? gained : 0n);
        expect(paymentsIn(tx, till).every(({ amount }) => amount > 0n)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('credits only signers, and at most what they sent', () => {
    fc.assert(
      fc.property(anyFacts, (tx) => {
        for (const { payer, token: paid, amount } of paymentsIn(tx, till)) {
          const mint = paid === 'SOL' ? null : 'usdc';
          const sent = tx.transfers
            .filter((t) => t.authority === payer && t.own && t.mint === mint)
            .reduce((sum, t) => sum + t.amount, 0n);
          expect(amount).toBeLessThanOrEqual(sent);
          expect(tx.signers).toContain(payer);
          expect(payer).not.toBe('treasury');
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('has the same payment in judgeDeposit and paymentsIn', () => {
    fc.assert(
      fc.property(
        anyFacts,
        wallet,
        fc.constantFrom('SOL' as const, 'USDC' as const),
        (tx, payer, paid) => {
          const listed = paymentsIn(tx, till).find((p) => p.payer === payer && p.token === paid);
          const judged = judgeDeposit(tx, { ...till, payer, token: paid });
          expect(judged.ok ? judged.value.amount : undefined).toBe(listed?.amount);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
