import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Till, ParsedTransaction, Transfer } from '../payments/deposit.ts';
import { paymentsIn } from '../payments/deposit.ts';
import { type PayToken, lamports, usdc } from '../base/money.ts';
import { instant } from '../base/time.ts';
import {
  type MovementInput,
  type MovementKind,
  type PayoutTrace,
  movementsOf,
} from './movement.ts';

const till: Till = { treasury: 'treasury', usdcMint: 'usdc', treasuryTokenAccount: 'till' };
const FEE = 5_000n;

const sol = (authority: string, to: string, amount: bigint): Transfer => ({
  mint: null,
  authority,
  own: true,
  source: authority,
  sourceOwner: authority,
  destination: to,
  destinationOwner: to,
  amount,
});
const token = (from: string, to: string, amount: bigint): Transfer => {
  const account = (owner: string): string => (owner === 'treasury' ? 'till' : `${owner}-usdc`);
  return {
    mint: 'usdc',
    authority: from,
    own: true,
    source: account(from),
    sourceOwner: from,
    destination: account(to),
    destinationOwner: to,
    amount,
  };
};
/** Transfer signed by another key than its owner's. */
const signedBy = (authority: string, of: Transfer): Transfer => ({
  ...of,
  authority,
  own: authority === of.sourceOwner,
});

/** Finalized transaction; the treasury's balances follow from its transfers, its fee and what it created. */
function facts({
  before = { SOL: 100_000_000n, USDC: 100_000_000n },
  extra = { SOL: 0n, USDC: 0n },
  ...changes
}: Partial<ParsedTransaction> & {
  readonly before?: Readonly<Record<PayToken, bigint>>;
  readonly extra?: Readonly<Record<PayToken, bigint>>;
} = {}): ParsedTransaction {
  const feePayer = changes.feePayer ?? 'alice';
  const { transfers = [], created = [], err = null } = changes;
  const moved = (mint: string | null, account: string): bigint =>
    transfers
      .filter((each) => each.mint === mint)
      .reduce(
        (sum, { source, destination, amount }) =>
          sum + (destination === account ? amount : 0n) - (source === account ? amount : 0n),
        0n,
      );
  const made = created.reduce(
    (sum, { payer, lamports: paid }) => sum + (payer === 'treasury' ? paid : 0n),
    0n,
  );
  const ran = err === null;
  const change = {
    SOL:
      (ran ? moved(null, 'treasury') - made + extra.SOL : 0n) -
      (feePayer === 'treasury' ? FEE : 0n),
    USDC: ran ? moved('usdc', 'till') + extra.USDC : 0n,
  };
  return {
    signature: 'signature',
    slot: 7,
    blockTime: instant(1_700_000_000_000),
    commitment: 'finalized',
    err,
    feePayer,
    fee: FEE,
    signers: [feePayer],
    accountKeys: ['treasury', 'till', 'reference'],
    memo: null,
    transfers: [],
    gains: ran
      ? [
          { mint: null, account: 'treasury', amount: change.SOL },
          { mint: 'usdc', account: 'till', amount: change.USDC },
        ]
      : [],
    created: [],
    balances: [
      { token: 'SOL', before: before.SOL, after: before.SOL + change.SOL },
      { token: 'USDC', before: before.USDC, after: before.USDC + change.USDC },
    ],
    ...changes,
  };
}

const input = (of: ParsedTransaction, more: Partial<MovementInput> = {}): MovementInput => ({
  facts: of,
  till,
  payouts: [],
  faucets: new Set(['faucet']),
  nonceAuthority: 'nonces',
  ...more,
});

const shown = (of: PayToken, given: MovementInput): readonly [MovementKind, bigint, unknown][] =>
  movementsOf(of, given).map(({ kind, amount, counterparty }) => [kind, amount, counterparty]);

const payout = (changes: Partial<PayoutTrace> = {}): PayoutTrace => ({
  id: 'p1',
  token: 'SOL',
  amount: lamports(900n),
  rentCharged: lamports(0n),
  receiver: 'seller',
  signature: 'signature',
  status: 'sent',
  isOutside: false,
  forSubject: 'subject-key',
  forAttempt: 'attempt-key',
  isSeen: false,
  ...changes,
});

describe('an incoming movement', () => {
  test('is a payment of the wallet that paid, in either token', () => {
    const tx = facts({
      transfers: [sol('alice', 'treasury', 90_000n), token('alice', 'treasury', 4_000n)],
    });
    expect(shown('SOL', input(tx))).toEqual([['payment', 90_000n, 'alice']]);
    expect(shown('USDC', input(tx))).toEqual([['payment', 4_000n, 'alice']]);
  });

  test('is a payment without a payer if a program or a delegate paid', () => {
    const closed = facts({ extra: { SOL: 70_000n, USDC: 0n } });
    expect(shown('SOL', input(closed))).toEqual([['payment', 70_000n, null]]);
    const delegated = facts({ transfers: [signedBy('alice', token('bob', 'treasury', 4_000n))] });
    expect(shown('USDC', input(delegated))).toEqual([['payment', 4_000n, null]]);
  });

  test('is dust if its refund would cost more, with or without a payer', () => {
    const transfers = [
      sol('alice', 'treasury', 9_999n),
      signedBy('alice', token('bob', 'treasury', 1_999n)),
    ];
    expect(shown('SOL', input(facts({ transfers })))).toEqual([['dust', 9_999n, 'alice']]);
    expect(shown('USDC', input(facts({ transfers })))).toEqual([['dust', 1_999n, null]]);
    const enough = facts({ transfers: [sol('alice', 'treasury', 10_000n)] });
    expect(shown('SOL', input(enough))).toEqual([['payment', 10_000n, 'alice']]);
  });

  test('is attributed to the faucet that paid it', () => {
    const given = facts({ feePayer: 'faucet', transfers: [sol('faucet', 'treasury', 9n)] });
    expect(shown('SOL', input(given))).toEqual([['faucet', 9n, 'faucet']]);
    const minted = facts({ feePayer: 'faucet', extra: { SOL: 0n, USDC: 5n } });
    expect(shown('USDC', input(minted))).toEqual([['faucet', 5n, 'faucet']]);
  });

  test('is separated by token, and from gains of another account of the treasury', () => {
    const both = input(facts({ extra: { SOL: 100n, USDC: 4_000n } }));
    expect(shown('SOL', both)).toEqual([['dust', 100n, null]]);
    expect(shown('USDC', both)).toEqual([['payment', 4_000n, null]]);
    const elsewhere = facts({
      transfers: [token('alice', 'treasury', 4_000n)],
      gains: [
        { mint: 'usdc', account: 'till', amount: 4_000n },
        { mint: 'usdc', account: 'another', amount: 3_000n },
      ],
    });
    expect(shown('USDC', input(elsewhere))).toEqual([['payment', 4_000n, 'alice']]);
  });

  test('is absent if the treasury’s account is only named, or missing', () => {
    expect(shown('SOL', input(facts()))).toEqual([]);
    expect(shown('USDC', input(facts({ balances: [] })))).toEqual([]);
  });

  test('is reduced by the transaction fee if the treasury paid that', () => {
    const transfers = [sol('alice', 'treasury', 90_000n)];
    const tx = facts({ feePayer: 'treasury', signers: ['treasury', 'alice'], transfers });
    expect(shown('SOL', input(tx))).toEqual([['payment', 90_000n - FEE, 'alice']]);
  });
});

describe('an outgoing movement', () => {
  const paid = (changes: Partial<ParsedTransaction> = {}): ParsedTransaction =>
    facts({
      feePayer: 'treasury',
      transfers: [sol('treasury', 'seller', 900n)],
      ...changes,
    });

  test('matches a stored payout by signature or either reference key; the network fee is a movement of its own', () => {
    const known = { payouts: [payout()] };
    const other = paid({ signature: 'other' });
    const namesAttempt = { ...other, accountKeys: ['treasury', 'attempt-key'] };
    const namesSubject = { ...other, accountKeys: ['treasury', 'subject-key'] };
    for (const tx of [paid(), namesAttempt, namesSubject]) {
      expect(movementsOf('SOL', input(tx, known))).toEqual([
        { kind: 'network-fee', amount: -FEE, counterparty: null, payoutId: null },
        { kind: 'payout', amount: -900n, counterparty: 'seller', payoutId: 'p1' },
      ]);
    }
  });

  test('is the owner’s own if it pays no stored payout', () => {
    const own = [
      ['network-fee', -FEE, null],
      ['own', -900n, 'seller'],
    ];
    expect(shown('SOL', input(paid()))).toEqual(own);
    // Paid by hand: the same amount to the same wallet, without a reference key.
    const byHand = input(paid({ signature: 'by-hand' }), { payouts: [payout()] });
    expect(shown('SOL', byHand)).toEqual(own);
    for (const wrong of [{ amount: lamports(899n) }, { receiver: 'bob' }, { token: 'USDC' }]) {
      const payouts = [payout(wrong as Partial<PayoutTrace>)];
      expect(shown('SOL', input(paid(), { payouts }))).toEqual(own);
    }
  });

  test('pays a payout once, even if the transaction repeats the transfer', () => {
    const transfers = [sol('treasury', 'seller', 900n), sol('treasury', 'seller', 900n)];
    expect(shown('SOL', input(paid({ transfers }), { payouts: [payout()] }))).toEqual([
      ['network-fee', -FEE, null],
      ['payout', -900n, 'seller'],
      ['own', -900n, 'seller'],
    ]);
  });

  test('is the owner’s own if a program signs for the treasury, or the faucet pays the fee', () => {
    const byProgram = facts({
      transfers: [sol('treasury', 'bob', 900n)],
      extra: { SOL: -3n, USDC: 0n },
    });
    expect(shown('SOL', input(byProgram))).toEqual([
      ['own', -900n, 'bob'],
      ['own', -3n, null],
    ]);
    const sponsored = facts({
      feePayer: 'faucet',
      signers: ['faucet', 'treasury'],
      transfers: [sol('treasury', 'bob', 900n)],
    });
    expect(shown('SOL', input(sponsored))).toEqual([['own', -900n, 'bob']]);
  });

  test('is listed with what came back and its wallet, but without unrelated transfers', () => {
    const transfers = [
      sol('treasury', 'pool', 900n),
      sol('pool', 'treasury', 100n),
      sol('alice', 'bob', 7n),
      sol('treasury', 'treasury', 5n),
      { ...sol('treasury', 'pool', 3n), mint: 'another' },
      { ...sol('pool', 'treasury', 3n), mint: 'another' },
    ];
    expect(shown('SOL', input(paid({ transfers })))).toEqual([
      ['network-fee', -FEE, null],
      ['own', -900n, 'pool'],
      ['own', 100n, 'pool'],
    ]);
    const moved = { ...token('treasury', 'treasury', 40n), destination: 'another' };
    expect(shown('USDC', input(paid({ transfers: [moved] })))).toEqual([['own', -40n, null]]);
  });

  test('is only a fee if the transaction failed', () => {
    expect(shown('SOL', input(paid({ err: 'x', transfers: [] })))).toEqual([
      ['network-fee', -FEE, null],
    ]);
    expect(shown('SOL', input(facts({ err: 'x' })))).toEqual([]);
  });

  test('is rent for created accounts, and a nonce cost for nonce accounts and the server’s key', () => {
    const of = { payer: 'treasury', account: 'new', bytes: 165, isNonce: false };
    const created = [
      { ...of, lamports: 2_039_280n },
      { ...of, account: 'nonce-1', lamports: 1_447_680n, bytes: 80, isNonce: true },
      { ...of, payer: 'bob', lamports: 2_039_280n },
    ];
    const transfers = [sol('treasury', 'nonces', 70n)];
    expect(shown('SOL', input(paid({ created, transfers })))).toEqual([
      ['network-fee', -FEE, null],
      ['rent', -2_039_280n, 'new'],
      ['nonce', -1_447_680n, 'nonce-1'],
      ['nonce', -70n, 'nonces'],
    ]);
  });

  test('is a payout into an account that was created for it, and is charged with the rent', () => {
    const made = { payer: 'treasury', account: 'seller-usdc', bytes: 165, isNonce: false };
    const created = [{ ...made, lamports: 2_039_280n }];
    const transfers = [token('treasury', 'seller', 900n)];
    const payouts = [payout({ token: 'USDC', amount: usdc(900n) })];
    const of = input(paid({ created, transfers }), { payouts });
    const [fee, rent] = movementsOf('SOL', of);
    expect(fee).toMatchObject({ kind: 'network-fee', payoutId: null });
    expect(rent).toMatchObject({ kind: 'rent', amount: -2_039_280n, payoutId: payouts[0]!.id });
    expect(movementsOf('USDC', of)).toMatchObject([
      { kind: 'payout', amount: -900n, counterparty: 'seller', payoutId: payouts[0]!.id },
    ]);
  });

  test('charges no payout with the rent of another account', () => {
    const made = { payer: 'treasury', account: 'seller-usdc', bytes: 165, isNonce: false };
    const created = [{ ...made, lamports: 2_039_280n }];
    const payouts = [payout({ token: 'USDC', amount: usdc(900n) })];
    const transfer = token('treasury', 'seller', 900n);
    for (const changes of [{ mint: 'another' }, { source: 'bob' }, { destination: 'older' }]) {
      const transfers = [{ ...transfer, ...changes }];
      const [, rent] = movementsOf('SOL', input(paid({ created, transfers }), { payouts }));
      expect(rent).toMatchObject({ kind: 'rent', payoutId: null });
    }
  });

  test('is rent only once if a transfer funds the created account', () => {
    const rent = 2_039_280n;
    const made = { payer: 'treasury', account: 'new', bytes: 165, isNonce: false };
    const tx = paid({
      created: [{ ...made, lamports: rent }],
      transfers: [sol('treasury', 'new', rent)],
      balances: [{ token: 'SOL', before: 2n * rent, after: rent - FEE }],
    });
    expect(shown('SOL', input(tx))).toEqual([
      ['network-fee', -FEE, null],
      ['rent', -rent, 'new'],
    ]);
  });

  test('is an outside payout with or without the rent deducted', () => {
    const charging = { token: 'USDC', amount: usdc(900n), rentCharged: usdc(7n) } as const;
    const waits = { isOutside: true, status: 'awaiting-signature', signature: null } as const;
    const kinds = (amount: bigint, changes: Partial<PayoutTrace>) => {
      const tx = paid({ transfers: [token('treasury', 'seller', amount)] });
      const payouts = [payout({ ...charging, ...changes })];
      return movementsOf('USDC', input(tx, { payouts })).map(({ kind }) => kind);
    };
    for (const amount of [900n, 907n]) expect(kinds(amount, waits)).toEqual(['payout']);
    expect(kinds(901n, waits)).toEqual(['own']);
    expect(kinds(907n, {}), 'a signed payout sends its exact amount').toEqual(['own']);
  });

  test('matches the oldest unpaid of several equal outside payouts', () => {
    const waits = { isOutside: true, status: 'awaiting-signature', signature: null } as const;
    const payouts = [payout({ ...waits, isSeen: true }), payout({ ...waits, id: 'p2' })];
    expect(movementsOf('SOL', input(paid(), { payouts }))[1]).toMatchObject({ payoutId: 'p2' });
    const [, again] = movementsOf('SOL', input(paid(), { payouts: payouts.slice(0, 1) }));
    expect(again).toMatchObject({ payoutId: 'p1' });
  });

  test('is the owner’s own if it exceeds the maximum rent', () => {
    const created = [
      { payer: 'treasury', account: 'new', bytes: 0, isNonce: false, lamports: 5_000_000n },
    ];
    expect(shown('SOL', input(paid({ created, transfers: [] })))).toEqual([
      ['network-fee', -FEE, null],
      ['own', -5_000_000n, null],
    ]);
  });

  test('is an anchor if its memo is one', () => {
    const memo = 'lmt-proof:v1:2026-11-16:00:0:00';
    expect(shown('SOL', input(paid({ memo, transfers: [] })))).toEqual([['anchor', -FEE, null]]);
    const thanks = paid({ memo: 'thanks', transfers: [] });
    expect(shown('SOL', input(thanks))).toEqual([['network-fee', -FEE, null]]);
    const free = { fee: 0n, balances: [{ token: 'SOL', before: 9n, after: 9n }] } as const;
    expect(shown('SOL', input(paid({ ...free, transfers: [] })))).toEqual([]);
  });

  test('classifies the outgoing side of an exchange as the owner’s, and the incoming side as a payment without a payer', () => {
    const transfers = [sol('treasury', 'pool', 900n), token('pool', 'treasury', 4_000n)];
    const tx = paid({ transfers, signers: ['treasury'] });
    expect(shown('SOL', input(tx))).toEqual([
      ['network-fee', -FEE, null],
      ['own', -900n, 'pool'],
    ]);
    expect(shown('USDC', input(tx))).toEqual([['payment', 4_000n, null]]);
  });

  test('is unknown if the treasury authorized nothing', () => {
    const taken = facts({ transfers: [signedBy('mallory', token('treasury', 'mallory', 40n))] });
    expect(shown('USDC', input(taken))).toEqual([['unknown', -40n, 'mallory']]);
    const vanished = facts({ extra: { SOL: -3n, USDC: 0n } });
    expect(shown('SOL', input(vanished))).toEqual([['unknown', -3n, null]]);
    const back = [...taken.transfers, token('mallory', 'treasury', 10n)];
    expect(shown('USDC', input(facts({ transfers: back })))).toEqual([
      ['unknown', -40n, 'mallory'],
      ['unknown', 10n, null],
    ]);
  });

  test('is a payout beside a payment in the same transaction', () => {
    const transfers = [sol('treasury', 'seller', 900n), sol('alice', 'treasury', 90_000n)];
    const tx = paid({ transfers, signers: ['treasury', 'alice'] });
    expect(shown('SOL', input(tx, { payouts: [payout()] }))).toEqual([
      ['payment', 90_000n - 900n - FEE, 'alice'],
      ['payout', -900n, 'seller'],
      ['own', 900n, null],
    ]);
    expect(shown('SOL', input(tx)), 'without a payout it reduces the payment').toEqual([
      ['payment', 90_000n - 900n - FEE, 'alice'],
    ]);
  });
});

const WALLETS = ['treasury', 'alice', 'bob', 'seller', 'faucet', 'nonces'];
const anyTransfer = fc
  .record({
    from: fc.constantFrom(...WALLETS),
    to: fc.constantFrom(...WALLETS),
    authority: fc.option(fc.constantFrom(...WALLETS), { nil: undefined }),
    amount: fc.bigInt(0n, 1_000n),
    isSol: fc.boolean(),
  })
  .map(({ from, to, authority, amount, isSol }) =>
    isSol ? sol(from, to, amount) : signedBy(authority ?? from, token(from, to, amount)),
  );
const anyFacts = fc
  .record({
    feePayer: fc.constantFrom(...WALLETS),
    cosigners: fc.subarray(WALLETS),
    transfers: fc.array(anyTransfer, { maxLength: 5 }),
    created: fc.array(
      fc.record({
        payer: fc.constantFrom('treasury', 'alice'),
        account: fc.constantFrom('new', 'seller-usdc'),
        lamports: fc.bigInt(0n, 3_000_000n),
        bytes: fc.constantFrom(0, 80, 165),
        isNonce: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
    err: fc.option(fc.constant('failed')),
    extra: fc.record({ SOL: fc.bigInt(-500n, 500n), USDC: fc.bigInt(-500n, 500n) }),
  })
  .map(({ cosigners, ...given }) =>
    facts({ ...given, signers: [...new Set([given.feePayer, ...cosigners])] }),
  );

test('the parts of any transaction add up to what it changed, with every payment among them', () => {
  fc.assert(
    fc.property(
      anyFacts,
      fc.constantFrom<PayToken>('SOL', 'USDC'),
      fc.bigInt(1n, 1_000n),
      (tx, of, amount) => {
        const payouts = [
          payout({ token: of, amount: of === 'SOL' ? lamports(amount) : usdc(amount) }),
        ];
        const parts = movementsOf(of, input(tx, { payouts }));
        const { before, after } = tx.balances.find((each) => each.token === of)!;
        expect(parts.reduce((sum, each) => sum + each.amount, 0n)).toBe(after - before);
        expect(parts.every((each) => each.amount !== 0n)).toBe(true);
        expect(parts.filter(({ kind }) => kind === 'payout').length).toBeLessThanOrEqual(1);
        const signed = tx.signers.includes('treasury');
        if (signed) expect(parts.map(({ kind }) => kind)).not.toContain('unknown');
        if (parts.some(({ kind }) => kind === 'faucet')) return;
        const paid = paymentsIn(tx, till).filter((each) => each.token === of);
        const listed = parts.filter(
          ({ kind, counterparty }) =>
            (kind === 'payment' || kind === 'dust') && counterparty !== null,
        );
        expect(listed.map(({ counterparty, amount: units }) => [counterparty, units])).toEqual(
          paid.map(({ payer, amount: units }) => [payer, units]),
        );
      },
    ),
    { numRuns: 500 },
  );
});
