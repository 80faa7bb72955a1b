import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { LMT, SOL, T0, USDC, confirmedBond, day, termsOf } from '#test/domain/builders';
import { OPS, type Op } from '#test/domain/model-ops';
import { UserModel } from '#test/domain/model';

import {
  type AuditFilter,
  type UserAudit,
  addSummaries,
  auditUser,
  matchesFilter,
  summarizeAudit,
} from './audit.ts';
import { type AuditInput, type ChainVerdict, isFakeBond } from './audit-subject.ts';
import type { Bond } from '../bonds/bond.ts';
import { lmt, rate } from '../base/money.ts';
import { DAY_MS, HOUR_MS, after } from '../base/time.ts';
import { DEFAULT_SETTINGS } from '../terms/settings.ts';
import { QUOTE_MS } from '../terms/terms.ts';

const step = (kind: Op['kind'], waitMs: number, pick = 1): Op => ({
  kind,
  waitMs,
  pick,
  share: 900n,
  edit: {},
  startsInMs: null,
  endsInMs: null,
});

/** A user who bonded USDC, staked all of it, and let one cycle mature. */
function lived(...more: Op[]): UserModel {
  const model = new UserModel();
  const life = [
    step('bond', 0),
    step('claim', DAY_MS),
    step('stake', HOUR_MS),
    step('activate', DAY_MS),
    step('look', 7 * DAY_MS),
    ...more,
  ];
  for (const op of life) model.apply(op);
  return model;
}

const inputOf = (model: UserModel, changes: Partial<AuditInput> = {}): AuditInput => {
  const own = [...model.balances()].filter(
    ([key]) => key.includes(':') && !key.startsWith('deposit'),
  );
  return {
    userId: 'u1',
    walletAddress: 'WalletOne',
    balances: new Map(own),
    journals: model.journals,
    bonds: model.bonds.map((bond) => ({ bond, verdict: 'verified' })),
    vaults: model.vaults,
    sells: model.sells,
    shortfall: lmt(0n),
    ...changes,
  };
};
const audit = (model: UserModel, changes: Partial<AuditInput> = {}): UserAudit =>
  auditUser(inputOf(model, changes), model.terms, model.now);

describe('the audit of a consistent user', () => {
  test('finds low risk, with every figure recomputed', () => {
    const model = lived(step('unstake', HOUR_MS), step('sell', HOUR_MS));
    const { riskLevel, inconsistencies, totals } = audit(model);
    expect([riskLevel, inconsistencies]).toEqual(['low', []]);
    const [vault] = model.vaults;
    expect(totals).toEqual({
      bondedSOL: 0n,
      bondedUSDC: USDC('90000.0063'),
      stakedLMT: vault?.amount,
      unstakedLMT: model.unstaked(),
      unstakedLMTCalculated: model.unstaked(),
      rewardsEarned: LMT('17.48761416'),
      rewardsRecomputed: LMT('17.48761416'),
      totalStakingFeesSOL: vault?.feePaid,
      totalStakingFeesUSDC: 0n,
      stakesWithoutFees: 0,
    });
  });

  test('sums bonds by token, and vaults until completion', () => {
    const model = lived();
    const bonds = [{ bond: confirmedBond(), verdict: 'unknown' } as const];
    const vaults = model.vaults.map((vault) => ({ ...vault, status: 'completed' }) as const);
    const found = audit(model, { bonds, vaults });
    expect(found.totals).toMatchObject({
      bondedSOL: SOL('49.35'),
      bondedUSDC: 0n,
      stakedLMT: 0n,
    });
  });

  test('finds nothing if the APY changes in the millisecond of a restake', () => {
    const changed = { ...step('settings', 0), share: 0n };
    const model = lived(step('restake', 0), changed, step('stake', 20 * DAY_MS));
    expect(audit(model)).toMatchObject({ riskLevel: 'low', inconsistencies: [] });
  });

  test('finds nothing after any actions of the user and any time', () => {
    const OWN = OPS.filter((kind) => !/edit|delete|burn/.test(kind));
    const anyOp: fc.Arbitrary<Op> = fc.record({
      kind: fc.constantFrom(...OWN),
      waitMs: fc.constantFrom(0, HOUR_MS, DAY_MS, DAY_MS, 7 * DAY_MS, 20 * DAY_MS),
      share: fc.bigInt(0n, 1_000n),
      pick: fc.nat(20),
      edit: fc.constant({}),
      startsInMs: fc.constant(null),
      endsInMs: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(anyOp, { maxLength: 25 }), (ops) => {
        const { riskLevel, inconsistencies, totals } = audit(lived(...ops));
        expect(inconsistencies).toEqual([]);
        expect(totals.rewardsRecomputed).toBe(totals.rewardsEarned);
        expect(riskLevel).toBe('low');
      }),
    );
  });
});

test('rewards that the owner took back, by reopening a cycle, are not counted', () => {
  const reopen = Object.assign({}, step('editVault', HOUR_MS), { endsInMs: HOUR_MS });
  const found = audit(lived(reopen));
  expect(found).toMatchObject({ riskLevel: 'low', inconsistencies: [] });
  expect(found.totals).toMatchObject({ rewardsEarned: 0n, rewardsRecomputed: 0n });
});

describe('findings', () => {
  const model = lived(step('unstake', HOUR_MS), step('sell', HOUR_MS));
  const { balances, journals } = inputOf(model);
  const [vault] = model.vaults;
  const [bond] = model.bonds;
  const [sell] = model.sells;
  const key = `vault:${vault!.id}/LMT`;
  const withRow = (name: string, more: bigint): Map<string, bigint> =>
    new Map(balances).set(name, (balances.get(name) ?? 0n) + more);
  const claimed = (changes: Partial<Bond>, verdict: ChainVerdict): Partial<AuditInput> => ({
    bonds: [{ bond: { ...bond!, ...changes }, verdict }],
  });

  test.each<[string, Partial<AuditInput>, 'high' | 'medium', RegExp]>([
    [
      'LMT credited without payment',
      claimed({}, 'fake'),
      'high',
      /credited .* LMT without payment/,
    ],
    [
      'LMT credited without signature',
      claimed({ signature: null }, 'unknown'),
      'high',
      /without payment/,
    ],
    [
      'a payment that is too small',
      { bonds: [{ bond: bond!, verdict: 'unknown', paid: bond!.amount - 1n }] },
      'high',
      /was paid with only 90000\.006299 USDC/,
    ],
    ['a shortfall', { shortfall: LMT('6') }, 'high', /Shortfall of 6\.00000000 LMT/],
    ['a balance below zero', { balances: withRow(key, -LMT('900')) }, 'high', /below zero/],
    [
      'unstaked LMT off by more than 0.01',
      { balances: withRow('unstaked:u1/LMT', 1_000_001n) },
      'medium',
      /^Unstaked LMT is .*, the journals make/,
    ],
    [
      'unstaked LMT off by a unit',
      { balances: withRow('unstaked:u1/LMT', -1n) },
      'medium',
      /Account unstaked:u1/,
    ],
    [
      'fee credit off by a unit',
      { balances: withRow('credit:u1/SOL', 1n) },
      'medium',
      /Account credit:u1\/SOL holds 3\.600000253, its journals make 3\.600000252/,
    ],
    [
      'an account without journals',
      { balances: withRow('escrow:zz/LMT', 1n) },
      'medium',
      /escrow:zz/,
    ],
    [
      'a journal that does not balance',
      { journals: [...journals, { ...journals[0]!, postings: journals[0]!.postings.slice(0, 1) }] },
      'medium',
      /is off by/,
    ],
    [
      'a vault whose amount exceeds its account',
      { vaults: [{ ...vault!, amount: lmt(vault!.amount + 1n) }] },
      'medium',
      /Account vault:.* instead of/,
    ],
    [
      'a bond whose LMT exceeds what was issued',
      claimed({ lmtAmount: lmt(bond!.lmtAmount + 1n) }, 'verified'),
      'medium',
      /was issued for it/,
    ],
    [
      'a request whose amount exceeds its escrow',
      { sells: [{ ...sell!, amount: lmt(sell!.amount + 1n) }] },
      'medium',
      /Account escrow:/,
    ],
    [
      'a settled request with LMT in escrow',
      { sells: [{ ...sell!, status: 'approved', settledAt: day(30) }] },
      'medium',
      /Account escrow:/,
    ],
    [
      'rewards off by more than 0.01',
      { vaults: [{ ...vault!, totalRewardsEarned: lmt(vault!.totalRewardsEarned + 1_000_001n) }] },
      'medium',
      /^Rewards earned are .*, recomputed/,
    ],
  ])('report %s', (_, changes, risk, text) => {
    const { riskLevel, inconsistencies } = audit(model, changes);
    expect(riskLevel).toBe(risk);
    expect(inconsistencies.some((line) => text.test(line))).toBe(true);
  });

  test.each<[string, Partial<AuditInput>]>([
    [
      'rewards off by 0.01',
      { vaults: [{ ...vault!, totalRewardsEarned: lmt(vault!.totalRewardsEarned + 1_000_000n) }] },
    ],
    ['a payment without a definite answer from the chain', claimed({}, 'unknown')],
    ['an approved request', { sells: [{ ...sell!, status: 'approved' }] }],
  ])('ignore %s', (_, changes) => {
    expect(audit(model, changes)).toMatchObject({ riskLevel: 'low', inconsistencies: [] });
  });

  test('report a pending bond without payment after an hour', () => {
    const pending = confirmedBond({
      id: 'b9',
      status: 'pending',
      signature: null,
      startsAt: null,
      createdAt: model.now,
    });
    const bonds = [...inputOf(model).bonds, { bond: pending, verdict: 'unknown' } as const];
    expect(audit(model, { bonds }).inconsistencies).toEqual([]);
    const later = auditUser(inputOf(model, { bonds }), model.terms, after(model.now, HOUR_MS));
    expect(later).toMatchObject({
      riskLevel: 'medium',
      inconsistencies: ['Bond b9 (49.350000000 SOL) has no payment'],
    });
    expect(later.totals.bondedSOL).toBe(0n);
  });

  test('rate a stake without fee as medium risk, unless no fee was due or it was voided', () => {
    const free = journals.map((journal) =>
      journal.kind === 'staked'
        ? Object.assign({}, journal, { postings: journal.postings.slice(0, 2) })
        : journal,
    );
    const paidBack = new Map(balances);
    paidBack.set('credit:u1/SOL', (balances.get('credit:u1/SOL') ?? 0n) + vault!.feePaid);
    const input = inputOf(model, { journals: free, balances: paidBack });
    const found = auditUser(input, model.terms, model.now);
    expect(found).toMatchObject({ riskLevel: 'medium', inconsistencies: [] });
    expect(found.totals).toMatchObject({ stakesWithoutFees: 1, totalStakingFeesSOL: 0n });
    const nothing = termsOf([{ from: T0, value: { stakingFee: rate(0n) } }]);
    expect(auditUser(input, nothing, model.now).riskLevel).toBe('low');
    const charged = (ms: number) => {
      const from = after(vault!.createdAt, -ms);
      const terms = {
        ...nothing,
        settings: [...nothing.settings, { from, value: DEFAULT_SETTINGS }],
      };
      return auditUser(input, terms, model.now).riskLevel;
    };
    // Quoted before there was a fee.
    expect([charged(QUOTE_MS - 1), charged(QUOTE_MS)]).toEqual(['low', 'medium']);
    const another = { ...free[0]!, kind: 'stakeVoided', subject: 'v9', postings: [] } as const;
    const besides = inputOf(model, { journals: [...free, another], balances: paidBack });
    expect(auditUser(besides, model.terms, model.now).totals.stakesWithoutFees).toBe(1);
    const voided = new UserModel();
    for (const op of [step('credit', 0), step('stake', HOUR_MS), step('voidStake', HOUR_MS)])
      voided.apply(op);
    expect(audit(voided)).toMatchObject({ riskLevel: 'low', totals: { stakesWithoutFees: 0 } });
  });

  test('ignore a settled request', () => {
    const settled = lived(step('unstake', HOUR_MS), step('sell', HOUR_MS), step('settle', HOUR_MS));
    expect(audit(settled)).toMatchObject({ riskLevel: 'low', inconsistencies: [] });
    expect(settled.sells).toMatchObject([{ status: 'approved', settledAt: settled.now }]);
  });
});

describe('a fake bond', () => {
  const pending = (changes: Partial<Bond> = {}): Bond =>
    confirmedBond({ status: 'pending', startsAt: null, ...changes });
  test.each<[string, Bond, ChainVerdict, number, boolean]>([
    [
      'is one without signature after an hour',
      pending({ signature: null }),
      'unknown',
      HOUR_MS,
      true,
    ],
    [
      'is none a millisecond before that',
      pending({ signature: null }),
      'unknown',
      HOUR_MS - 1,
      false,
    ],
    ['is one whose signature the chain refutes', pending(), 'fake', HOUR_MS, true],
    ['is none in its first hour, even if refuted', pending(), 'fake', HOUR_MS - 1, false],
    ['is none without a definite answer, at any age', pending(), 'unknown', 400 * DAY_MS, false],
    ['is none that was verified, at any age', pending(), 'verified', 400 * DAY_MS, false],
    [
      'is one that was claimed and refuted',
      confirmedBond({ status: 'completed' }),
      'fake',
      DAY_MS,
      true,
    ],
  ])('%s', (_, bond, verdict, age, fake) => {
    expect(isFakeBond(bond, verdict, after(T0, age))).toBe(fake);
  });
});

describe('the audit list', () => {
  const base = audit(lived());
  const user = (riskLevel: UserAudit['riskLevel'], issues: number, feeless = 0): UserAudit => ({
    ...base,
    riskLevel,
    inconsistencies: Array.from({ length: issues }, () => 'x'),
    totals: { ...base.totals, stakesWithoutFees: feeless },
  });
  const users = [user('low', 0), user('medium', 0, 1), user('medium', 2), user('high', 1)];

  test.each<[AuditFilter, boolean[]]>([
    ['all', [true, true, true, true]],
    ['issues', [false, true, true, true]],
    ['medium', [false, true, true, true]],
    ['high', [false, false, false, true]],
  ])('is filtered by %s', (filter, shown) => {
    expect(users.map((one) => matchesFilter(one, filter, ''))).toEqual(shown);
  });

  test.each([
    ['walletone', true],
    ['LETON', true],
    ['U1', true],
    ['  u1 ', true],
    ['u2', false],
  ])('is searched by %j', (search, found) => {
    expect(matchesFilter(base, 'all', search)).toBe(found);
    expect(matchesFilter(base, 'high', search)).toBe(false);
  });

  test('is summarized, and summaries of groups add up', () => {
    const fake = {
      ...base,
      bonds: [{ bond: confirmedBond(), verdict: 'fake' }],
    } as const;
    const sol = { ...fake, totals: { ...base.totals, bondedSOL: SOL('49.35') } };
    const all = summarizeAudit([base, user('high', 3), sol]);
    expect(all).toEqual({
      totalUsers: 3,
      totalBonds: 3,
      verifiedBonds: 2,
      totalSOLBonded: SOL('49.35'),
      totalUSDCBonded: USDC('270000.0189'),
      totalInconsistencies: 3,
      usersWithIssues: 1,
    });
    expect(addSummaries(summarizeAudit([base, user('high', 3)]), summarizeAudit([sol]))).toEqual(
      all,
    );
    expect(addSummaries(all, all)).toMatchObject({
      verifiedBonds: 4,
      totalInconsistencies: 6,
      usersWithIssues: 2,
    });
  });
});
