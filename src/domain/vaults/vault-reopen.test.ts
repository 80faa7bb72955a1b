import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  LMT,
  TERMS,
  codeOf,
  contextOf,
  day,
  runningVault,
  toEdit,
  valueOf,
  vestingVault,
} from '#test/domain/builders';

import { balancesAfter, imbalance } from '../base/ledger.ts';
import { lamports, lmt } from '../base/money.ts';
import { OPEN_VAULTS_MAX } from '../terms/terms.ts';
import type { Vault } from './vault.ts';
import { catchUp } from './vault-catch-up.ts';
import { type VaultEdit, type VaultToEdit, editVault } from './vault-edit.ts';
import { voidStake } from './vault-stake.ts';

const RELEASED = LMT('5.95890410');
/** Vault released on day 9 by the end of its window. */
const completed = (changes: Partial<Vault> = {}): Vault => ({
  ...catchUp(runningVault(), TERMS, day(9)).next,
  ...changes,
});
const facts = (changes: Partial<VaultToEdit> = {}): VaultToEdit =>
  toEdit(completed(), { released: RELEASED, unstaked: LMT('7'), ...changes });
const reopen = (edit: VaultEdit, changes: Partial<VaultToEdit> = {}, at = day(10)) =>
  editVault({ facts: facts(changes), asked: edit }, TERMS, at);

describe('a completed vault that the owner reopens', () => {
  test('takes its released LMT back from the unstaked balance, and starts a cycle', () => {
    const { next, journals, items } = valueOf(reopen({ status: 'active' }));
    expect(next).toMatchObject({
      status: 'active',
      amount: RELEASED,
      originalAmount: LMT('5'),
      postedRewards: 0n,
      matured: false,
      cycle: { startsAt: day(10), endsAt: day(17), apy: 1_000_00n },
      completedAt: null,
      released: false,
    });
    expect(Object.fromEntries(balancesAfter(journals))).toEqual({
      'unstaked:u1/LMT': -RELEASED,
      'vault:v1/LMT': RELEASED,
    });
    expect(items).toMatchObject([
      { type: 'stake', amount: RELEASED, fee: 0n, note: 'Vault reopened by the owner' },
    ]);
  });

  test('vests for 24 hours if set to vesting', () => {
    expect(valueOf(reopen({ status: 'vesting' })).next).toMatchObject({
      status: 'vesting',
      amount: RELEASED,
      cycle: null,
      vestingEndsAt: day(11),
    });
  });

  test('is the same if all other fields are sent as read', () => {
    const { cycle, cycleNumber, autoRestake } = completed();
    const seven: VaultEdit = {
      amount: lmt(0n),
      status: 'active',
      cycleNumber,
      rewardsAccrued: lmt(0n),
      autoRestake,
      ...(cycle && { startsAt: cycle.startsAt, endsAt: cycle.endsAt }),
      read: { version: 'now', at: day(9.5) },
    };
    expect(valueOf(reopen(seven))).toEqual(valueOf(reopen({ status: 'active' })));
  });

  test('has the entered amount and times', () => {
    const edit = { status: 'active', amount: LMT('2'), startsAt: day(8), endsAt: day(12) } as const;
    const { next, journals } = valueOf(reopen(edit));
    expect(next).toMatchObject({ amount: LMT('2'), cycle: { startsAt: day(8), endsAt: day(12) } });
    expect(balancesAfter(journals).get('unstaked:u1/LMT')).toBe(-LMT('2'));
    expect([next.status, next.matured]).toEqual(['active', false]);
    const matured = valueOf(reopen({ ...edit, endsAt: day(9.5) })).next;
    expect(matured).toMatchObject({ status: 'active', matured: true, amount: LMT('2') });
    expect(matured.postedRewards > 0n).toBe(true);
  });

  test('is refused with the available LMT if the balance is too small', () => {
    const refused = reopen({ status: 'active' }, { unstaked: lmt(RELEASED - 1n) });
    expect([codeOf(refused), contextOf(refused)]).toEqual([
      'DEBIT_TOO_LARGE',
      { available: '5.95890409' },
    ]);
    expect(codeOf(reopen({ status: 'active' }, { unstaked: RELEASED }))).toBe('ok');
  });

  test('uses LMT released by the user’s other vaults, and writes their release', () => {
    const other = runningVault({ id: 'v2' }, day(2));
    const found = valueOf(reopen({ status: 'active' }, { unstaked: LMT('0.1'), others: [other] }));
    expect(found.others).toMatchObject([{ id: 'v2', status: 'completed' }]);
    expect(balancesAfter(found.journals).get('unstaked:u1/LMT')).toBe(0n);
  });

  test('takes back its own release if it is completed but not swept', () => {
    const { journals } = valueOf(
      reopen({ status: 'active' }, { vault: runningVault(), released: lmt(0n), unstaked: lmt(0n) }),
    );
    expect(journals.map(({ kind }) => kind)).toEqual(['matured', 'released', 'staked']);
    expect(balancesAfter(journals).get('unstaked:u1/LMT')).toBe(0n);
    const vault = catchUp(runningVault(), TERMS, day(8.5)).next;
    const none = { vault, released: lmt(0n), unstaked: lmt(0n) };
    expect(valueOf(reopen({ status: 'active' }, none)).next.amount).toBe(RELEASED);
  });

  test('has no fee if its fee payment was dropped', () => {
    const vault = voidStake(vestingVault({ feeFinalized: false }), day(0.5)).next;
    const { next } = valueOf(reopen({ status: 'vesting' }, { vault, released: LMT('5') }));
    expect(next).toMatchObject({
      voided: false,
      feePaid: lamports(0n),
      feeSignature: null,
      feeFinalized: true,
    });
  });

  test.each<[string, VaultEdit, string]>([
    ['an ended window', { endsAt: day(9), startsAt: day(2) }, 'vaultEndTime'],
    [
      'an ended window and auto-restake',
      { endsAt: day(8), startsAt: day(2), autoRestake: true },
      'vaultEndTime',
    ],
    ['an end before now', { endsAt: day(9.9) }, 'vaultEndTime'],
    ['cycle 0', { cycleNumber: 0 }, 'cycleNumber'],
  ])('with %s is refused', (_, edit, name) => {
    const refused = reopen({ status: 'active', ...edit });
    expect(codeOf(refused)).toBe('SETTING_OUT_OF_RANGE');
    expect(contextOf(refused)).toMatchObject({ name });
  });

  test('is refused with the allowed range of its end', () => {
    expect(contextOf(reopen({ status: 'active', endsAt: day(9), startsAt: day(2) }))).toEqual({
      name: 'vaultEndTime',
      allowed: 'less than 24 hours ago, or ahead',
    });
  });

  test('does not count vaults released by now as open', () => {
    const vesting = Array.from({ length: OPEN_VAULTS_MAX - 1 }, (__, i) =>
      vestingVault({ id: `o${i}` }),
    );
    const others = [...vesting, runningVault({ id: 'released' })];
    expect(codeOf(reopen({ status: 'active' }, { others }))).toBe('ok');
  });

  test('is refused without LMT, or beside too many open vaults', () => {
    expect(codeOf(reopen({ status: 'active' }, { released: lmt(0n) }))).toBe('AMOUNT_NOT_POSITIVE');
    const others = Array.from({ length: OPEN_VAULTS_MAX }, (__, i) =>
      vestingVault({ id: `o${i}` }),
    );
    expect(codeOf(reopen({ status: 'active' }, { others }))).toBe('TOO_MANY_VAULTS');
  });

  test('never creates or burns LMT, and never takes more than the balance', () => {
    const anyLmt = fc.bigInt(0n, 10n ** 9n).map(lmt);
    const anyTimes = fc.record(
      {
        startsAt: fc.integer({ min: 0, max: 12 }).map(day),
        endsAt: fc.integer({ min: 8, max: 20 }).map(day),
      },
      { requiredKeys: [] },
    );
    const anyStatus = fc.constantFrom<'active' | 'vesting'>('active', 'vesting');
    const any = fc.record({
      unstaked: anyLmt,
      released: anyLmt,
      amount: fc.option(anyLmt),
      status: anyStatus,
      times: anyTimes,
    });
    fc.assert(
      fc.property(any, ({ unstaked, released, amount, status, times }) => {
        const edit = { status, ...times, ...(amount === null ? {} : { amount }) };
        const wanted = amount === null || amount === 0n ? released : amount;
        const found = reopen(edit, { unstaked, released });
        if (wanted > unstaked) expect(codeOf(found)).toBe('DEBIT_TOO_LARGE');
        if (!found.ok) return;
        const { next, journals } = found.value;
        expect(journals.filter((journal) => imbalance(journal).size > 0)).toEqual([]);
        const balances = balancesAfter(journals);
        expect(balances.get('vault:v1/LMT')).toBe(next.amount + next.postedRewards);
        expect(balances.get('unstaked:u1/LMT')).toBe(-wanted);
        expect(balances.get('adjusted/LMT')).toBe(undefined);
      }),
    );
  });
});

describe('a vault that stays completed', () => {
  test('can be corrected in fields without LMT', () => {
    const { next, journals } = valueOf(
      reopen({ cycleNumber: 3, autoRestake: true, endsAt: day(7) }),
    );
    expect(next).toEqual(
      completed({
        cycleNumber: 3,
        autoRestake: true,
        cycle: { startsAt: day(1), endsAt: day(7), apy: completed().cycle!.apy },
      }),
    );
    expect(journals).toEqual([]);
  });

  test.each<[string, VaultEdit]>([
    ['amount', { amount: LMT('1') }],
    ['rewardsAccrued', { rewardsAccrued: LMT('1'), status: 'completed' }],
    ['vaultEndTime', { endsAt: day(1) }],
  ])('with another %s is refused', (name, edit) => {
    const refused = reopen(edit);
    expect([codeOf(refused), contextOf(refused)]).toMatchObject(['SETTING_OUT_OF_RANGE', { name }]);
  });
});
