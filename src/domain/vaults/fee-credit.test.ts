import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyLmt, units } from '#test/domain/arbitraries';
import { SOL, T0, codeOf, confirmedBond, contextOf, day } from '#test/domain/builders';
import { confirmBond } from '../bonds/bond.ts';
import {
  bondToFee,
  creditToDeposit,
  depositToFee,
  feeNotSeen,
  feeVanished,
  mayPostFee,
  refundCredit,
  usableCredit,
} from './fee-credit.ts';
import { feeProven } from './fee-payment-use.ts';
import { type Journal, balancesAfter, imbalance } from '../base/ledger.ts';
import { type Lamports, lamports } from '../base/money.ts';
import { ok, refuse } from '../base/result.ts';

const anyLamports: fc.Arbitrary<Lamports> = units().map(lamports);
const anyOpen = fc.array(fc.record({ paid: anyLamports, used: anyLamports }), { maxLength: 5 });

describe('credit that can be used', () => {
  test.each([
    ['all of it where nothing can vanish', 100n, [], 100n],
    ['nothing of a payment that may vanish', 100n, [[100n, 0n]], 0n],
    ['not the surplus of one whose stake took a part', 40n, [[100n, 60n]], 0n],
    ['what stood there before it', 140n, [[100n, 0n]], 40n],
    ['all, where a stake took more than its payment brought', 10n, [[60n, 100n]], 10n],
    ['never less than nothing', 5n, [[100n, 0n]], 0n],
  ] as const)('%s', (_, credit, open, usable) => {
    const payments = open.map(([paid, used]) => ({ paid: lamports(paid), used: lamports(used) }));
    expect(usableCredit(lamports(credit), payments)).toBe(usable);
  });

  test('is between nothing and all, and never grows with what may vanish', () => {
    fc.assert(
      fc.property(anyLamports, anyOpen, anyLamports, (credit, open, paid) => {
        const usable = usableCredit(credit, open);
        expect(usable >= 0n && usable <= credit).toBe(true);
        const more = [...open, { paid, used: lamports(0n) }];
        expect(usableCredit(credit, more) <= usable).toBe(true);
        // What a payment that may vanish brings cannot be used: it adds as much as it holds back.
        expect(usableCredit(lamports(credit + paid), more)).toBe(usable);
      }),
    );
  });

  test('is there whichever of the uncertain payments vanish', () => {
    fc.assert(
      fc.property(
        anyLamports,
        fc.array(
          fc.record({ paid: anyLamports, ofOwn: fc.bigInt(0n, 1_000n), gone: fc.boolean() }),
          { maxLength: 5 },
        ),
        (certain, stakes) => {
          // Each stake took a share of its own payment and nothing else.
          const open = stakes.map(({ paid, ofOwn, gone }) => {
            const used = lamports((paid * ofOwn) / 1_000n);
            return { paid, used, gone };
          });
          const credit = open.reduce((sum, { paid, used }) => sum + paid - used, certain as bigint);
          const usable = usableCredit(lamports(credit), open);
          expect(usable).toBe(certain);
          // A vanished payment takes all of itself, and its stake gives back what it took.
          const left = open.reduce(
            (sum, { paid, used, gone }) => (gone ? sum - paid + used : sum),
            credit,
          );
          expect(left >= usable).toBe(true);
        },
      ),
    );
  });
});

describe('entries', () => {
  const isSound = (journals: readonly Journal[]): void => {
    for (const journal of journals) expect(imbalance(journal).size).toBe(0);
  };

  test('a vanished payment takes back what it had brought', () => {
    const journal = feeVanished({ userId: 'u1', paymentId: 'p1', paid: SOL('0.5'), now: day(1) });
    isSound([journal]);
    expect(journal).toMatchObject({ kind: 'reversed', at: day(1), userId: 'u1', subject: 'p1' });
    expect(Object.fromEntries(balancesAfter([journal]))).toEqual({
      'credit:u1/SOL': -SOL('0.5'),
      'treasury/SOL': SOL('0.5'),
    });
  });

  test('a bond that turns out to be a fee leaves no LMT, and its lamports as credit', () => {
    fc.assert(
      fc.property(anyLamports, anyLmt, (amount, lmtAmount) => {
        const payment = {
          signature: 'sig-1',
          payerUserId: 'u1',
          token: 'SOL',
          amount,
          blockTime: T0,
          slot: 1,
          finalized: true,
        } as const;
        const pending = confirmedBond({ status: 'pending', byWatcher: true });
        const made = confirmBond(pending, { payment, lmtAmount });
        const turned = bondToFee(made.next, day(1));
        const journals = [...made.journals, ...turned.journals];
        isSound(journals);
        const left = [...balancesAfter(journals)].filter(([, held]) => held !== 0n);
        expect(left).toEqual(
          amount === 0n
            ? []
            : [
                ['treasury/SOL', -amount],
                ['credit:u1/SOL', amount],
              ],
        );
        expect(turned.journals.map(({ kind }) => kind)).toEqual(['bondFailed', 'feePaid']);
        expect(turned.items).toEqual([]);
        expect(turned.next).toMatchObject({ status: 'failed', startsAt: null, finalized: false });
      }),
    );
  });

  test('an unmatched deposit that turns out to be a fee becomes credit', () => {
    const deposit = {
      id: 'd1',
      sender: 'wallet',
      token: 'SOL',
      amount: SOL('0.005'),
      signature: 'sig-1',
      blockTime: T0,
      slot: 1,
    } as const;
    const journal = depositToFee(deposit, 'u1', day(1));
    isSound([journal]);
    expect(journal).toMatchObject({ kind: 'depositAssigned', userId: 'u1', subject: 'd1' });
    expect(balancesAfter([journal])).toEqual(
      new Map([
        ['deposit:d1/SOL', -SOL('0.005')],
        ['credit:u1/SOL', SOL('0.005')],
      ]),
    );
  });

  test('a refund takes credit to the treasury’s account', () => {
    const journal = refundCredit({ userId: 'u1', payoutId: 'o1', amount: SOL('0.25'), at: day(2) });
    isSound([journal]);
    expect(journal).toMatchObject({ kind: 'creditRefunded', subject: 'o1', userId: 'u1' });
    expect(balancesAfter([journal]).get('credit:u1/SOL')).toBe(-SOL('0.25'));
  });
});

describe('a fee payment that was posted', () => {
  test('is waited for, for a few seconds at a time', () => {
    expect(codeOf(feeNotSeen())).toBe('FEE_NOT_SEEN');
    expect(contextOf(feeNotSeen())).toEqual({ retryAfterSeconds: expect.any(Number) });
  });

  test('is one of at most ten that were not seen', () => {
    expect([9, 10].map((others) => codeOf(mayPostFee(others)))).toEqual(['ok', 'FEES_PENDING']);
  });

  test('pays for nothing where it failed, and is refused for any other reason', () => {
    const paid = ok({
      payer: 'wallet',
      token: 'SOL',
      amount: SOL('1'),
      signature: 'sig-1',
      slot: 7,
      blockTime: T0,
      finalized: true,
      keys: [],
    } as const);
    expect(feeProven(paid)).toBe(paid);
    expect(feeProven(refuse('DEPOSIT_FAILED'))).toEqual(ok(null));
    const other = refuse('DEPOSIT_OTHER_SENDER');
    expect(feeProven(other)).toBe(other);
  });

  test('of a deleted user is listed as a deposit of their wallet', () => {
    const creditor = { userId: 'u1', wallet: 'wallet', credit: SOL('0.5') };
    const last = { signature: 'sig-1', blockTime: T0, slot: 7 };
    const { deposit, journal } = creditToDeposit({
      creditor,
      payment: last,
      id: 'd1',
      at: day(1),
    });
    expect(deposit).toMatchObject({ sender: 'wallet', amount: SOL('0.5'), ofCredit: true });
    expect(journal).toMatchObject({ kind: 'depositUnmatched', userId: 'u1', subject: 'd1' });
  });
});
