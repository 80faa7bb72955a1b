import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyLmt, units } from '#test/domain/arbitraries';
import { LMT, SOL, T0, codeOf, confirmedBond, contextOf, day } from '#test/domain/builders';
import { confirmBond } from '../bonds/bond.ts';
import {
  creditToDeposit,
  depositToFee,
  feeNotSeen,
  feeDroppedJournal,
  checkUnseenFeeLimit,
  refundCredit,
  takeFeeFromBond,
  usableCredit,
} from './fee-credit.ts';
import { feePaymentOf } from '../vaults/fee-payment-use.ts';
import { type Journal, balancesAfter, imbalance } from '../base/ledger.ts';
import { type Lamports, type Lmt, lamports, lmt } from '../base/money.ts';
import { ok, refuse } from '../base/result.ts';

const anyLamports: fc.Arbitrary<Lamports> = units().map(lamports);
const anyOpen = fc.array(fc.record({ paid: anyLamports, used: anyLamports }), { maxLength: 5 });

describe('usable credit', () => {
  test.each([
    ['is all credit if every payment is final', 100n, [], 100n],
    ['excludes a payment that is not final', 100n, [[100n, 0n]], 0n],
    ['excludes the rest of such a payment after its stake', 40n, [[100n, 60n]], 0n],
    ['includes earlier credit', 140n, [[100n, 0n]], 40n],
    ['is all credit if a stake used more than its payment', 10n, [[60n, 100n]], 10n],
    ['is never negative', 5n, [[100n, 0n]], 0n],
  ] as const)('%s', (_, credit, open, usable) => {
    const payments = open.map(([paid, used]) => ({ paid: lamports(paid), used: lamports(used) }));
    expect(usableCredit(lamports(credit), payments)).toBe(usable);
  });

  test('is between 0 and all credit, and never grows by payments that are not final', () => {
    fc.assert(
      fc.property(anyLamports, anyOpen, anyLamports, (credit, open, paid) => {
        const usable = usableCredit(credit, open);
        expect(usable >= 0n && usable <= credit).toBe(true);
        const more = [...open, { paid, used: lamports(0n) }];
        expect(usableCredit(credit, more) <= usable).toBe(true);
        // A payment that is not final adds nothing usable.
        expect(usableCredit(lamports(credit + paid), more)).toBe(usable);
      }),
    );
  });

  test('stays covered whichever pending payments are dropped', () => {
    fc.assert(
      fc.property(
        anyLamports,
        fc.array(
          fc.record({ paid: anyLamports, ofOwn: fc.bigInt(0n, 1_000n), gone: fc.boolean() }),
          { maxLength: 5 },
        ),
        (settled, stakes) => {
          // Each stake used a share of only its own payment.
          const open = stakes.map(({ paid, ofOwn, gone }) => {
            const used = lamports((paid * ofOwn) / 1_000n);
            return { paid, used, gone };
          });
          const credit = open.reduce((sum, { paid, used }) => sum + paid - used, settled as bigint);
          const usable = usableCredit(lamports(credit), open);
          expect(usable).toBe(settled);
          // A dropped payment is reversed, and its stake returns what it used.
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

describe('journals of fee credit', () => {
  const isSound = (journals: readonly Journal[]): void => {
    for (const journal of journals) expect(imbalance(journal).size).toBe(0);
  };

  test('reverse the credit of a dropped payment', () => {
    const journal = feeDroppedJournal({
      userId: 'u1',
      paymentId: 'p1',
      paid: SOL('0.5'),
      now: day(1),
    });
    isSound([journal]);
    expect(journal).toMatchObject({ kind: 'reversed', at: day(1), userId: 'u1', subject: 'p1' });
    expect(Object.fromEntries(balancesAfter([journal]))).toEqual({
      'credit:u1/SOL': -SOL('0.5'),
      'treasury/SOL': SOL('0.5'),
    });
  });

  /** Bond that the watcher made of a payment, with its journals. */
  const madeBond = (amount: Lamports, lmtAmount: Lmt) => {
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
    return confirmBond(pending, { payment, lmtAmount });
  };

  test('leave the rest of a bond at its own price, rounded down, after a fee', () => {
    const { next: bond } = madeBond(SOL('1'), lmt(20_263_424n));
    const taken = takeFeeFromBond(bond, { fee: SOL('0.1'), paymentId: 'p1' }, day(1));
    expect(taken).toMatchObject({
      next: { ...bond, amount: SOL('0.9'), lmtAmount: 18_237_081n },
      credited: SOL('0.1'),
      isLeft: true,
      journals: [
        { kind: 'bondFailed', at: day(1), subject: bond.id },
        { kind: 'feePaid', at: day(1), subject: 'p1' },
      ],
      items: [],
    });
  });

  test.each([
    ['the minimum', SOL('0.09'), LMT('0.02'), true, SOL('0.09')],
    ['a lamport less than the minimum', lamports(SOL('0.09') + 1n), LMT('0.02'), false, SOL('0.1')],
    ['no LMT', SOL('0.09'), lmt(9n), false, SOL('0.1')],
    ['nothing', SOL('0.1'), LMT('0.02'), false, SOL('0.1')],
    ['nothing, for a fee that is larger', SOL('5'), LMT('0.02'), false, SOL('0.1')],
  ])('take a fee that leaves %s of a bond of 0.1 SOL', (_, fee, lmtAmount, isLeft, credited) => {
    const { next } = madeBond(SOL('0.1'), lmtAmount);
    const taken = takeFeeFromBond(next, { fee, paymentId: 'p1' }, day(1));
    expect(taken).toMatchObject({ isLeft, credited });
    expect(taken.next.status).toBe(isLeft ? 'confirmed' : 'failed');
  });

  test('leave a bond unchanged without a fee', () => {
    const { next } = madeBond(SOL('1'), LMT('0.2'));
    const taken = takeFeeFromBond(next, { fee: lamports(0n), paymentId: 'p1' }, day(1));
    expect(taken).toEqual({ next, journals: [], items: [], credited: 0n, isLeft: true });
  });

  test('split any payment exactly into bond and credit, with LMT at the bond’s price', () => {
    fc.assert(
      fc.property(
        anyLamports.filter((amount) => amount >= 10_000_000n),
        anyLmt,
        anyLamports,
        (amount, lmtAmount, fee) => {
          const made = madeBond(amount, lmtAmount);
          const taken = takeFeeFromBond(made.next, { fee, paymentId: 'p1' }, day(1));
          const journals = [...made.journals, ...taken.journals];
          isSound(journals);
          const held = balancesAfter(journals);
          const of = (key: string) => held.get(key) ?? 0n;
          const left = taken.isLeft ? taken.next : null;
          expect((left?.amount ?? 0n) + taken.credited).toBe(amount);
          expect([of('bonded/SOL'), of('credit:u1/SOL'), of('treasury/SOL')]).toEqual([
            left?.amount ?? 0n,
            taken.credited,
            -amount,
          ]);
          const units = left?.lmtAmount ?? 0n;
          expect([of('bond:b1/LMT'), of('issuance/LMT')]).toEqual([units, -units]);
          // The price is unchanged, except for rounding by less than a unit.
          const exact = lmtAmount * (left?.amount ?? 0n);
          expect(units * amount <= exact && (units + 1n) * amount > exact).toBe(true);
        },
      ),
    );
  });

  test('turn an unmatched deposit into credit', () => {
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

  test('move refunded credit to the treasury’s account', () => {
    const journal = refundCredit({ userId: 'u1', payoutId: 'o1', amount: SOL('0.25'), at: day(2) });
    isSound([journal]);
    expect(journal).toMatchObject({ kind: 'creditRefunded', subject: 'o1', userId: 'u1' });
    expect(balancesAfter([journal]).get('credit:u1/SOL')).toBe(-SOL('0.25'));
  });
});

describe('a posted fee payment', () => {
  test('is refused with a retry interval until it is seen', () => {
    expect(codeOf(feeNotSeen())).toBe('FEE_NOT_SEEN');
    expect(contextOf(feeNotSeen())).toEqual({ retryAfterSeconds: expect.any(Number) });
  });

  test('is limited to ten that were not seen', () => {
    expect([9, 10].map((others) => codeOf(checkUnseenFeeLimit(others)))).toEqual([
      'ok',
      'FEES_PENDING',
    ]);
  });

  test('counts as none if it failed, and is refused for any other reason', () => {
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
    expect(feePaymentOf(paid)).toBe(paid);
    expect(feePaymentOf(refuse('DEPOSIT_FAILED'))).toEqual(ok(null));
    const other = refuse('DEPOSIT_OTHER_SENDER');
    expect(feePaymentOf(other)).toBe(other);
  });

  test('of a deleted user becomes a deposit of their wallet', () => {
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
