import { describe, expect, test } from 'vitest';

import { feePaidJournal } from '../payments/fee-payment.ts';
import {
  BOOK,
  LMT,
  PRICES,
  SOL,
  T0,
  TERMS,
  codeOf,
  contextOf,
  day,
  runningVault,
  termsOf,
  toEdit,
  valueOf,
  vestingVault,
} from '#test/domain/builders';

import { balancesAfter, imbalance } from '../base/ledger.ts';
import { apy, lamports, lmt, lmtPrice, rate, usdPrice } from '../base/money.ts';
import { MINUTE_MS, after } from '../base/time.ts';
import { rewardsAt } from './vault.ts';
import { editVault } from './vault-edit.ts';
import {
  activate,
  feeToPay,
  lowestFee,
  checkStakeAmount,
  stake,
  stakingFee,
  voidStake,
} from './vault-stake.ts';

const asked = { id: 'v1', userId: 'u1', amount: LMT('5'), autoRestake: true };
const FEE = lamports(493_500_000n);
const settlement = { fee: FEE, credit: FEE, signature: 'fee-1', finalized: true };

describe('the staking fee', () => {
  test.each([
    [LMT('5'), FEE],
    [LMT('0.0001'), lamports(9_870n)],
    [lmt(1n), lamports(1n)], // 0.987 lamports, up
    [lmt(0n), lamports(0n)],
  ])('of %d is %d lamports: 2% at the LMT price in SOL', (amount, fee) => {
    expect(stakingFee({ amount, prices: PRICES }, TERMS, T0)).toBe(fee);
  });

  test('uses the settings in force at its instant', () => {
    const terms = termsOf([{ from: day(1), value: { stakingFee: rate(40_000n) } }]);
    expect(stakingFee({ amount: LMT('5'), prices: PRICES }, terms, after(day(1), -1))).toBe(FEE);
    expect(stakingFee({ amount: LMT('5'), prices: PRICES }, terms, day(1))).toBe(SOL('0.987'));
  });

  test('minus credit is the amount to pay', () => {
    expect(feeToPay(FEE, lamports(0n))).toBe(FEE);
    expect(feeToPay(FEE, lamports(493_499_999n))).toBe(1n);
    expect(feeToPay(FEE, FEE)).toBe(0n);
    expect(feeToPay(FEE, SOL('9'))).toBe(0n);
  });

  test('has as minimum the lowest fee of the ten minutes before block time', () => {
    const sol = [
      { from: T0, value: usdPrice(200_000000000000n) },
      { from: day(1), value: usdPrice(400_000000000000n) },
      { from: after(day(1), MINUTE_MS), value: usdPrice(100_000000000000n) },
    ];
    const book = { ...BOOK, sol };
    const lowest = (minutes: number): bigint =>
      valueOf(lowestFee({ amount: LMT('5'), book }, TERMS, after(day(1), minutes * MINUTE_MS)));
    expect(lowest(-1)).toBe(FEE);
    expect(lowest(0)).toBe(SOL('0.24675'));
    expect(lowest(10)).toBe(SOL('0.24675'));
    expect(lowest(12)).toBe(SOL('0.987'));
    const stepped = { ...BOOK, lmt: [...BOOK.lmt, { from: day(2), value: lmtPrice(1n) }] };
    expect(valueOf(lowestFee({ amount: LMT('5'), book: stepped }, TERMS, after(day(2), 1)))).toBe(
      1n,
    );
  });

  test('the fee is refused, not 0, for a payment from before the first price', () => {
    expect(codeOf(lowestFee({ amount: LMT('5'), book: BOOK }, TERMS, after(T0, -1)))).toBe(
      'PRICE_UNKNOWN',
    );
  });
});

describe('a stake', () => {
  test('vests for 24 hours, and takes the fee from the credit', () => {
    const credit = SOL('0.5');
    const { next, journals, items } = valueOf(
      stake({ asked, unstaked: LMT('10'), settlement: { ...settlement, credit } }, day(1)),
    );
    expect(next).toMatchObject({
      status: 'vesting',
      amount: LMT('5'),
      originalAmount: LMT('5'),
      cycleNumber: 1,
      cycle: null,
      vestingStartsAt: day(1),
      vestingEndsAt: day(2),
      autoRestake: true,
      feePaid: FEE,
      feeSignature: 'fee-1',
      released: false,
      voided: false,
    });
    const paid = feePaidJournal({ userId: 'u1', paymentId: 'p1', paid: credit, at: T0 });
    expect(Object.fromEntries(balancesAfter([paid, ...journals]))).toEqual({
      'treasury/SOL': -credit,
      'credit:u1/SOL': SOL('0.0065'),
      'fee.stake/SOL': FEE,
      'unstaked:u1/LMT': -LMT('5'),
      'vault:v1/LMT': LMT('5'),
    });
    expect(items).toMatchObject([
      { type: 'stake', amount: LMT('5'), fee: FEE, feeToken: 'SOL', hash: 'fee-1', at: day(1) },
    ]);
    expect(items).toMatchObject([{ token: 'LMT', status: 'completed' }]);
  });

  test.each([
    [
      'too little',
      lmt(9_999n),
      LMT('10'),
      'BELOW_MINIMUM',
      { token: 'LMT', minimum: '0.00010000' },
    ],
    ['the minimum', lmt(10_000n), LMT('10'), 'ok', null],
    [
      'more than the balance',
      LMT('5.00000001'),
      LMT('5'),
      'INSUFFICIENT_BALANCE',
      { available: '5.00000000' },
    ],
    ['all of the balance', LMT('5'), LMT('5'), 'ok', null],
  ])('is checked against minimum and balance: %s', (_, amount, unstaked, code, context) => {
    const refused = stake({ asked: { ...asked, amount }, unstaked, settlement }, T0);
    expect([codeOf(refused), contextOf(refused)]).toEqual([code, context]);
    expect(codeOf(checkStakeAmount(amount, unstaked))).toBe(code);
  });

  test('is refused with the missing lamports if credit is too small', () => {
    const refused = stake(
      { asked, unstaked: LMT('5'), settlement: { ...settlement, credit: lamports(493_499_999n) } },
      T0,
    );
    expect(codeOf(refused)).toBe('FEE_REQUIRED');
    expect(contextOf(refused)).toEqual({ requiresFeePayment: true, lamports: '1' });
  });

  test('above the balance is refused before its fee', () => {
    const broke = { ...settlement, credit: lamports(0n) };
    expect(codeOf(stake({ asked, unstaked: LMT('1'), settlement: broke }, T0))).toBe(
      'INSUFFICIENT_BALANCE',
    );
  });

  test('is reversed completely if its fee payment is dropped', () => {
    const staked = valueOf(stake({ asked, unstaked: LMT('10'), settlement }, T0));
    const voided = voidStake(staked.next, day(0.5));
    expect(voided.next).toMatchObject({ status: 'completed', amount: 0n, voided: true });
    expect([voided.next.released, voided.items]).toEqual([false, []]);
    expect(voided.journals).toMatchObject([{ kind: 'stakeVoided', at: day(0.5), subject: 'v1' }]);
    const after_ = balancesAfter([...staked.journals, ...voided.journals]);
    expect([...after_.values()].filter((amount) => amount !== 0n)).toEqual([]);
    expect(voided.journals.every((journal) => imbalance(journal).size === 0)).toBe(true);
  });

  test('loses its rewards if its fee payment is dropped after the owner moved its end', () => {
    const staked = valueOf(stake({ asked, unstaked: LMT('10'), settlement }, T0));
    const edit = { status: 'active', startsAt: day(-7), endsAt: T0 } as const;
    const facts = toEdit(staked.next);
    const moved = valueOf(editVault({ facts, asked: edit }, TERMS, day(0.1)));
    expect(moved.next).toMatchObject({ matured: true, postedRewards: LMT('0.95890410') });
    const voided = voidStake(moved.next, day(0.2));
    expect(voided.next).toMatchObject({ postedRewards: 0n, totalRewardsEarned: 0n });
    expect(rewardsAt(voided.next, day(0.2))).toBe(0n);
    const all = [...staked.journals, ...moved.journals, ...voided.journals];
    expect([...balancesAfter(all).values()].filter((amount) => amount !== 0n)).toEqual([]);
    expect(voided.journals.every((journal) => imbalance(journal).size === 0)).toBe(true);
  });

  test('loses its rewards offset if its fee payment is dropped', () => {
    const running = runningVault({ rewardsOffset: LMT('1') });
    expect(voidStake(running, day(2)).next).toMatchObject({ rewardsOffset: 0n });
  });
});

describe('activation', () => {
  test('starts a cycle of seven days with the APY in force', () => {
    const terms = termsOf([
      { from: day(3), value: { currentApy: apy(500_00n) } },
      { from: after(day(3), 1), value: { currentApy: apy(1n) } },
    ]);
    const { next, journals, items } = valueOf(activate(vestingVault(), terms, day(3)));
    expect(next).toMatchObject({
      status: 'active',
      cycle: { startsAt: day(3), endsAt: day(10), apy: 500_00n },
      cycleNumber: 1,
    });
    expect([journals, items]).toEqual([[], []]);
  });

  test.each([
    ['a millisecond early', vestingVault(), after(day(1), -1), 'VAULT_VESTING'],
    ['at vestingEndTime', vestingVault(), day(1), 'ok'],
    ['any time later', vestingVault(), day(99), 'ok'],
    [
      'while the fee is not final',
      vestingVault({ feeFinalized: false }),
      day(1),
      'FEE_NOT_FINALIZED',
    ],
    ['early and not final', vestingVault({ feeFinalized: false }), T0, 'VAULT_VESTING'],
    ['twice', runningVault(), day(2), 'VAULT_ALREADY_ACTIVE'],
    ['in the window', runningVault(), day(8), 'VAULT_ALREADY_ACTIVE'],
    ['when completed', runningVault({ status: 'completed' }), day(2), 'VAULT_COMPLETED'],
    [
      'past its window, swept or not',
      runningVault({ autoRestake: false }),
      day(10),
      'VAULT_COMPLETED',
    ],
  ])('is accepted or refused by the vault’s phase: %s', (_, vault, at, code) => {
    expect(codeOf(activate(vault, TERMS, at))).toBe(code);
  });

  test('is refused with the possible instant if it is too early', () => {
    expect(contextOf(activate(vestingVault(), TERMS, T0))).toEqual({
      possibleAt: '2026-01-06T12:00:00.000Z',
    });
  });
});
