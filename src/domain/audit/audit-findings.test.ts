import { describe, expect, test } from 'vitest';
import { LMT, SOL, T0, confirmedBond, day, pendingSell, runningVault } from '#test/domain/builders';
import {
  type Journal,
  type Posting,
  bondAccount,
  depositAccount,
  move,
  system,
  unstakedOf,
  vaultAccount,
} from '../base/ledger.ts';
import { lamports, lmt, usdc } from '../base/money.ts';
import { accountFindings, bondFindings, figureFindings, heldAfter } from './audit-findings.ts';
import type { AuditInput, AuditTotals, AuditedBond } from './audit-subject.ts';

const NONE: AuditInput = {
  userId: 'u1',
  walletAddress: 'W',
  balances: new Map(),
  journals: [],
  bonds: [],
  vaults: [],
  sells: [],
  shortfall: lmt(0n),
};
const journal = (subject: string, postings: Posting[]): Journal => ({
  kind: 'adjusted',
  at: T0,
  userId: 'u1',
  subject,
  postings,
});
const issuance = system('issuance', 'LMT');
const texts = (found: readonly { readonly text: string }[]): string[] =>
  found.map(({ text }) => text);

describe('findings on a bond', () => {
  const bond = confirmedBond();
  const issued = [journal('b1', move(issuance, bondAccount('b1'), LMT('10')))];
  const found = (changes: Partial<AuditedBond>) =>
    bondFindings(
      { ...NONE, journals: issued, bonds: [{ bond, verdict: 'verified', ...changes }] },
      day(1),
    );

  test('are empty if it was paid in full or more', () => {
    expect(found({ paid: bond.amount })).toEqual([]);
    expect(found({ paid: bond.amount + 1n })).toEqual([]);
    expect(found({ paid: null })).toEqual([]);
    expect(found({ paid: bond.amount - 1n })).toEqual([
      { text: 'Bond b1 (49.350000000 SOL) was paid with only 49.349999999 SOL', grave: true },
    ]);
  });

  test('name LMT that was credited without payment, or not issued as stored', () => {
    expect(found({ verdict: 'fake' })).toEqual([
      { text: 'Bond b1 (49.350000000 SOL) credited 10.00000000 LMT without payment', grave: true },
    ]);
    expect(texts(found({ bond: { ...bond, lmtAmount: LMT('10.00000001') } }))).toEqual([
      'Bond b1 (49.350000000 SOL) stands for 10.00000001 LMT, but 10.00000000 LMT was issued for it',
    ]);
  });
});

describe('findings on a balance', () => {
  /** Findings on an account with this sum of its journals and this stored balance; null for no row. */
  const found = (account: Posting['account'], made: bigint, stored: bigint | null) => {
    const journals = [
      journal('x', [
        { account, amount: made },
        { account: system('adjusted', account.asset), amount: -made },
      ]),
    ];
    const name = `${account.kind}:${account.ref}/${account.asset}`;
    const balances = new Map(stored === null ? [] : [[name, stored]]);
    return accountFindings({ ...NONE, balances, journals }, heldAfter(journals));
  };
  const vault = vaultAccount('v1');

  test('report the whole amount if the row is missing', () => {
    expect(texts(found(vault, LMT('5'), null))).toEqual([
      'Account vault:v1/LMT holds 0.00000000, its journals make 5.00000000',
    ]);
  });

  test('leave out a deposit that is not assigned', () => {
    expect(found(depositAccount('d1', 'SOL'), SOL('1'), null)).toEqual([]);
  });

  test('are grave below zero, even if the journals agree', () => {
    const below = { text: 'Account vault:v1/LMT is below zero', grave: true };
    expect(found(vault, -1n, -1n)).toEqual([below]);
    const [first, second] = found(vault, -1n, 0n);
    expect(first).toEqual(below);
    expect(second?.text).toMatch(/its journals make -0\.00000001$/);
    expect(found(vault, 0n, -1n)[0]).toEqual(below);
    expect(found(vault, 1n, 0n)).toHaveLength(1);
  });

  test('leave a difference of unstaked LMT by more than 0.01 to the figures', () => {
    expect(found(unstakedOf('u1'), LMT('1'), LMT('1.01'))).toHaveLength(1);
    expect(found(unstakedOf('u1'), LMT('1'), LMT('1.01000001'))).toEqual([]);
    expect(found(vault, LMT('1'), LMT('9'))).toHaveLength(1);
  });
});

describe('findings on a row', () => {
  test('name the actual and the expected balance', () => {
    const balances = new Map([['vault:v1/LMT', LMT('4') as bigint]]);
    const found = accountFindings({ ...NONE, balances, vaults: [runningVault()] }, balances);
    expect(texts(found)).toEqual([
      'Account vault:v1/LMT holds 4.00000000 LMT instead of 5.00000000',
    ]);
  });

  test('expect no escrow for a rejected or cancelled request', () => {
    const sells = [pendingSell({ status: 'rejected' }), pendingSell({ status: 'cancelled' })];
    expect(accountFindings({ ...NONE, sells }, new Map())).toEqual([]);
  });
});

describe('recomputed figures', () => {
  const totals = (changes: Partial<AuditTotals>): AuditTotals => ({
    bondedSOL: lamports(0n),
    bondedUSDC: usdc(0n),
    stakedLMT: lmt(0n),
    unstakedLMT: LMT('3'),
    unstakedLMTCalculated: LMT('3'),
    rewardsEarned: LMT('2'),
    rewardsRecomputed: LMT('2'),
    totalStakingFeesSOL: lamports(0n),
    totalStakingFeesUSDC: usdc(0n),
    stakesWithoutFees: 0,
    ...changes,
  });

  test('may differ by 0.01 LMT either way, and no more', () => {
    for (const unstakedLMT of [LMT('3'), LMT('2.99'), LMT('3.01')]) {
      expect(figureFindings(totals({ unstakedLMT }))).toEqual([]);
    }
    expect(texts(figureFindings(totals({ unstakedLMT: LMT('2.98999999') })))).toEqual([
      'Unstaked LMT is 2.98999999, the journals make 3.00000000',
    ]);
    expect(texts(figureFindings(totals({ rewardsEarned: LMT('2.01000001') })))).toEqual([
      'Rewards earned are 2.01000001, recomputed 2.00000000',
    ]);
  });
});
