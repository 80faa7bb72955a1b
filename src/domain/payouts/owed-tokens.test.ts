import { expect, test } from 'vitest';
import { SOL, USDC } from '#test/domain/builders';
import { creditSubject, depositSubject, sellSubject } from '#test/domain/payouts';
import { owedIn, owedTokens, setAside } from './owed-tokens.ts';
import { owedToOthers } from './payout-subject.ts';

const owed = owedTokens({
  held: [
    { kind: 'credit', token: 'SOL', amount: SOL('3') },
    { kind: 'deposit', token: 'SOL', amount: SOL('5') },
    { kind: 'deposit', token: 'USDC', amount: USDC('70') },
  ],
  openPayouts: [
    { purpose: 'sell', token: 'SOL', amount: SOL('11') },
    { purpose: 'deposit', token: 'SOL', amount: SOL('2') },
    { purpose: 'credit', token: 'SOL', amount: SOL('1') },
    { purpose: 'deposit', token: 'USDC', amount: USDC('70') },
  ],
});

test('counts a deposit under refund only as a payout', () => {
  expect(owed).toEqual({
    SOL: { credit: SOL('3'), deposits: SOL('3'), payouts: SOL('14') },
    USDC: { credit: 0n, deposits: 0n, payouts: USDC('70') },
  });
  expect([owedIn(owed.SOL), setAside(owed.SOL)]).toEqual([SOL('20'), SOL('6')]);
});

test('a refund uses what is held for it, and a sell payout uses nothing held for others', () => {
  expect(owedToOthers(owed, sellSubject())).toEqual(owed);
  expect(setAside(owedToOthers(owed, depositSubject()).SOL)).toBe(SOL('5.5'));
  expect(setAside(owedToOthers(owed, creditSubject()).SOL)).toBe(SOL('5.5'));
});
