import { describe, expect, test } from 'vitest';
import { SOL, T0, USDC, confirmedBond, day } from '#test/domain/builders';
import type { Bond } from '../bonds/bond.ts';
import { ChainAudit, systemWideIssues } from './chain-audit.ts';
import { type ChainCheck, UNCHECKED } from './chain-check.ts';

const bond = confirmedBond({ amount: SOL('2'), createdAt: T0 });

/** Audits bonds and unmatched payments by user. */
function audited(
  bonds: readonly (readonly [userId: string, Partial<ChainCheck>, Partial<Bond>?])[],
  unmatched: readonly string[] = [],
  now = day(1),
) {
  const audit = new ChainAudit(now);
  const user = (userId: string) => ({ wallet: `W${userId}`, username: `N${userId}` });
  for (const [userId, check, changes] of bonds) {
    const read = { bond: { ...bond, ...changes, userId }, check: { ...UNCHECKED, ...check } };
    audit.addBond({ ...user(userId), ...read });
  }
  for (const userId of unmatched) {
    audit.addUnmatched({ ...user(userId), userId, token: 'SOL', amount: 1n });
  }
  return audit.users();
}
const NONE = { unchecked: 0, isCutOff: false };
const FAKE = { verdict: 'fake' } as const;
const PAID = { verdict: 'verified', paid: SOL('2') } as const;

describe('the chain audit of a user', () => {
  test('verifies bonds that add up, and recommends nothing', () => {
    const users = audited([
      ['a', PAID],
      ['a', { ...PAID, paid: USDC('7') }, { token: 'USDC', amount: USDC('7') }],
    ]);
    expect(users).toEqual([
      {
        userId: 'a',
        wallet: 'Wa',
        username: 'Na',
        verified: true,
        stored: { SOL: SOL('2'), USDC: USDC('7') },
        paid: { SOL: SOL('2'), USDC: USDC('7') },
        fake: { SOL: 0n, USDC: 0n },
        bonds: 2,
        verifiedBonds: 2,
        fakeBonds: 0,
        underpaid: 0,
        unknown: 0,
        unmatchedPayments: 0,
        recommendedActions: [],
      },
    ]);
    expect(systemWideIssues(users, NONE)).toEqual([]);
  });

  test('does not count a payment for something else as paid for a fake bond', () => {
    const [user] = audited([['a', { ...FAKE, paid: SOL('2') }]]);
    expect(user).toMatchObject({ paid: { SOL: 0n }, fake: { SOL: SOL('2') }, fakeBonds: 1 });
  });

  test('does not count a refuted bond as fake in its first hour', () => {
    const [user] = audited([['a', FAKE]], [], T0);
    expect(user).toMatchObject({ fakeBonds: 0, verified: true, unknown: 1 });
    expect(user!.recommendedActions).toEqual(['Verify 1 bond again: no definite answer yet']);
  });

  test('counts a partial payment as underpaid, and a full one without verdict as unknown', () => {
    const [user] = audited([
      ['a', { paid: SOL('2') }],
      ['a', { paid: SOL('2') - 1n }],
      ['a', { paid: null }],
    ]);
    expect(user).toMatchObject({ underpaid: 1, verified: false, verifiedBonds: 0, unknown: 2 });
    expect(user!.recommendedActions).toEqual([
      'Look at 1 bond with too small a payment',
      'Verify 2 bonds again: no definite answer yet',
    ]);
  });

  test('recommends an action for unmatched payments, with or without fake bonds', () => {
    const [both, alone] = audited([['a', FAKE]], ['a', 'b', 'b']);
    expect(both).toMatchObject({ verified: false, fakeBonds: 1, unmatchedPayments: 1 });
    expect(alone!.recommendedActions).toEqual([
      'Make bonds of 2 unmatched payments, or refund them',
    ]);
  });

  test('sorts discrepancies first, then users without a definite answer, then by id', () => {
    const users = audited([
      ['c', PAID],
      ['a', PAID],
      ['f', {}],
      ['e', {}],
      ['d', FAKE],
      ['b', FAKE],
      ['b', {}],
    ]);
    expect(users.map(({ userId }) => userId)).toEqual(['b', 'd', 'e', 'f', 'a', 'c']);
  });
});

describe('system-wide issues', () => {
  const issues = (...bonds: readonly Partial<Bond>[]): string[] =>
    systemWideIssues(audited(bonds.map((changes) => ['a', FAKE, changes] as const)), NONE);

  test('name the amounts of fake bonds by token, grouped and without trailing zeros', () => {
    expect(issues({ amount: SOL('10.5') })).toEqual(['1 fake bond of 10.5 SOL']);
    expect(issues({ token: 'USDC', amount: USDC('1250') })).toEqual(['1 fake bond of 1,250 USDC']);
    expect(issues({ amount: SOL('3') }, { token: 'USDC', amount: USDC('0.2') })).toEqual([
      '2 fake bonds of 3 SOL and 0.2 USDC',
    ]);
    expect(issues({ amount: SOL('0') })).toEqual(['1 fake bond of nothing']);
  });

  test('are counted over all users', () => {
    const users = audited(
      [
        ['a', { paid: 1n }],
        ['b', { paid: 1n }],
      ],
      ['a', 'b', 'b'],
    );
    expect(systemWideIssues(users, { unchecked: 2, isCutOff: false })).toEqual([
      '3 payments of users with no bond or fee',
      '2 bonds with a smaller payment than stored',
      '2 bonds not checked on the blockchain yet',
    ]);
  });
});
