import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  LMT,
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

import { balancesAfter } from '../base/ledger.ts';
import { apy } from '../base/money.ts';
import { DAY_MS, after } from '../base/time.ts';
import { type Vault, rewardsAt } from './vault.ts';
import { catchUp } from './vault-catch-up.ts';
import { type VaultEdit, deleteVault, editVault } from './vault-edit.ts';
import { unstake } from './vault-window.ts';

const edited = (vault: Vault, edit: VaultEdit, at = day(4.5)) =>
  valueOf(editVault({ facts: toEdit(vault), asked: edit }, TERMS, at));

describe("the owner's edit of a vault", () => {
  test('of the amount issues or burns the difference, with a history line', () => {
    const more = edited(runningVault(), { amount: LMT('8') });
    expect(more.next).toMatchObject({ amount: LMT('8'), originalAmount: LMT('5') });
    expect(Object.fromEntries(balancesAfter(more.journals))).toEqual({
      'adjusted/LMT': -LMT('3'),
      'vault:v1/LMT': LMT('3'),
    });
    expect(more.items).toMatchObject([
      { type: 'bond', amount: LMT('3'), note: 'Vault corrected by the owner' },
    ]);
    const less = edited(runningVault(), { amount: LMT('1') });
    expect(balancesAfter(less.journals).get('adjusted/LMT')).toBe(LMT('4'));
    expect(less.items).toMatchObject([{ type: 'withdraw', amount: LMT('4') }]);
  });

  test('of accruing rewards is an offset to the computed figure', () => {
    const { next, journals } = edited(runningVault(), { rewardsAccrued: LMT('1') });
    expect(journals).toEqual([]);
    expect(rewardsAt(next, day(4.5))).toBe(LMT('1'));
    const grown = LMT('0.95890410') - LMT('0.47945205');
    expect(rewardsAt(next, day(8))).toBe(LMT('1') + grown);
    expect(catchUp(next, TERMS, day(8)).next).toMatchObject({
      postedRewards: LMT('1') + grown,
      totalRewardsEarned: LMT('1') + grown,
      rewardsOffset: 0n,
    });
  });

  test('of posted rewards corrects them, and the total with them', () => {
    const { next, journals } = edited(runningVault(), { rewardsAccrued: LMT('2') }, day(8));
    expect(next).toMatchObject({ postedRewards: LMT('2'), totalRewardsEarned: LMT('2') });
    expect(journals.map(({ kind }) => kind)).toEqual(['matured', 'adjusted']);
    const reopened = edited(next, { endsAt: day(9) }, day(8.1)).next;
    expect(reopened).toMatchObject({ postedRewards: 0n, totalRewardsEarned: 0n, matured: false });
  });

  test('to completed releases without a fee, and voids accruing rewards', () => {
    const { next, journals, items } = edited(runningVault(), { status: 'completed' });
    expect(next).toMatchObject({ status: 'completed', amount: 0n, released: false });
    expect(balancesAfter(journals).get('unstaked:u1/LMT')).toBe(LMT('5'));
    expect(items).toMatchObject([{ type: 'withdraw', fee: 0n, note: 'Completed by the owner' }]);
    const inWindow = edited(runningVault(), { status: 'completed' }, day(8.5));
    expect(balancesAfter(inWindow.journals).get('unstaked:u1/LMT')).toBe(LMT('5.95890410'));
  });

  test('to vesting restarts the 24 hours, and voids rewards of the interrupted cycle', () => {
    const { next, journals, items } = edited(runningVault(), { status: 'vesting' }, day(8.5));
    expect(items).toEqual([]);
    expect(next).toMatchObject({
      status: 'vesting',
      cycle: null,
      amount: LMT('5'),
      postedRewards: 0n,
      totalRewardsEarned: 0n,
      vestingStartsAt: day(8.5),
      vestingEndsAt: day(9.5),
    });
    expect(balancesAfter(journals).get('vault:v1/LMT')).toBe(0n);
    const same = edited(vestingVault(), { status: 'vesting' }, day(0.5));
    expect(same.next.vestingEndsAt).toBe(day(1));
  });

  test('of rewards is refused while vesting, and void together with a return to vesting', () => {
    const facts = toEdit(vestingVault());
    const refused = editVault({ facts, asked: { rewardsAccrued: LMT('1') } }, TERMS, day(0.5));
    expect(contextOf(refused)).toEqual({
      name: 'rewardsAccrued',
      allowed: '0 while the vault is vesting',
    });
    const seven = { status: 'vesting', rewardsAccrued: LMT('0.4') } as const;
    expect(edited(runningVault(), seven, day(4)).next).toMatchObject({ rewardsOffset: 0n });
    const started = { status: 'active', rewardsAccrued: LMT('1') } as const;
    expect(rewardsAt(edited(vestingVault(), started, day(0.5)).next, day(0.5))).toBe(LMT('1'));
  });

  test.each(['vesting', 'completed'] as const)(
    'to %s is refused with new rewards for the interrupted cycle, which would be void',
    (status) => {
      const codes = (rewards: string, read?: VaultEdit['read']) => {
        const asked = { status, rewardsAccrued: LMT(rewards), ...(read && { read }) };
        return codeOf(editVault({ facts: toEdit(runningVault()), asked }, TERMS, day(4)));
      };
      const accrued = { version: 'now', at: day(3) };
      expect(codes('0.5')).toBe('SETTING_OUT_OF_RANGE');
      // An earlier reading is not a new value.
      expect(codes('0.27397260')).toBe('ok');
      expect(codes('0.27397260', accrued)).toBe('ok');
      expect(codes('0.3', accrued)).toBe('SETTING_OUT_OF_RANGE');
      expect(codes('0', accrued)).toBe('ok');
    },
  );

  test('to completed with other rewards releases them if they are posted', () => {
    const more = { status: 'completed', rewardsAccrued: LMT('2') } as const;
    const inWindow = edited(runningVault(), more, day(8.5));
    expect(balancesAfter(inWindow.journals).get('unstaked:u1/LMT')).toBe(LMT('7'));
    const ended = edited(runningVault(), { ...more, endsAt: day(4) }, day(4.5));
    expect(balancesAfter(ended.journals).get('unstaked:u1/LMT')).toBe(LMT('7'));
    expect(ended.next).toMatchObject({ status: 'completed', totalRewardsEarned: LMT('2') });
    const earned = edited(runningVault(), { status: 'completed', endsAt: day(4) }, day(4.5));
    expect(balancesAfter(earned.journals).get('unstaked:u1/LMT')).toBe(LMT('5.4109589'));
  });

  test('to active starts a cycle, from now or from the entered start', () => {
    const terms = termsOf([{ from: day(0.4), value: { currentApy: apy(50_00n) } }]);
    const start = { status: 'active', startsAt: day(0.4) } as const;
    const { next } = valueOf(
      editVault({ facts: toEdit(vestingVault()), asked: start }, terms, day(0.5)),
    );
    expect(next).toMatchObject({
      status: 'active',
      cycle: { startsAt: day(0.4), endsAt: day(7.4), apy: 50_00n },
    });
    const now = edited(vestingVault(), { status: 'active' }, day(0.5)).next;
    expect(now.cycle).toMatchObject({ startsAt: day(0.5), endsAt: day(7.5) });
  });

  test('of times keeps the APY, and moves the window with the end', () => {
    const { next } = edited(runningVault(), { endsAt: day(5) });
    expect(next.cycle).toEqual({ startsAt: day(1), endsAt: day(5), apy: 1_000_00n });
    const later = edited(runningVault(), { startsAt: day(2) }).next.cycle;
    expect(later).toEqual({ startsAt: day(2), endsAt: day(8), apy: 1_000_00n });
    expect(catchUp(next, TERMS, day(6)).next).toMatchObject({ completedAt: day(6) });
    expect(edited(runningVault(), { endsAt: day(4) }).journals).toMatchObject([
      { kind: 'matured', at: day(4) },
    ]);
    const still = edited(vestingVault(), { endsAt: day(9) }, day(0.5)).next;
    expect(still).toMatchObject({ status: 'vesting', cycle: null });
  });

  test('of a matured vault to other past times keeps its rewards', () => {
    const { next, journals } = edited(runningVault(), { endsAt: day(8.2) }, day(8.5));
    expect(next).toMatchObject({ matured: true, postedRewards: LMT('0.95890410') });
    expect(journals.map(({ kind }) => kind)).toEqual(['matured']);
    const endsNow = edited(runningVault(), { endsAt: day(8.5) }, day(8.5));
    expect(endsNow.journals.map(({ kind }) => kind)).toEqual(['matured']);
  });

  test('of a vault in its window to a later end does not pay unstaked rewards again', () => {
    const take = (amount: string) =>
      valueOf(unstake({ vault: runningVault(), amount: LMT(amount) }, TERMS, day(8.1))).next;
    const moved = (vault: Vault, edit: VaultEdit) =>
      catchUp(edited(vault, edit, day(8.2)).next, TERMS, day(16)).next;
    const gross = LMT('0.95890410');
    for (const [taken, left] of [
      ['0.5', gross - LMT('0.5')],
      ['0.95890410', 0n],
      ['2', 0n],
    ] as const) {
      const later = moved(take(taken), { endsAt: day(16) });
      expect(later).toMatchObject({ postedRewards: left, totalRewardsEarned: gross });
    }
    // A cycle that begins at the old end earns its full rewards.
    const next = moved(take('0.95890410'), { startsAt: day(8), endsAt: day(15) });
    expect(next).toMatchObject({ totalRewardsEarned: LMT('1.91780820') });
  });

  test('of other fields changes only those', () => {
    const { next, journals, items } = edited(runningVault(), { cycleNumber: 4, autoRestake: true });
    expect(next).toEqual(runningVault({ cycleNumber: 4, autoRestake: true }));
    expect([journals, items]).toEqual([[], []]);
  });

  test.each<[string, VaultEdit, string]>([
    ['an end at its start', { startsAt: day(2), endsAt: day(2) }, 'vaultEndTime'],
    ['a start after its end', { startsAt: day(8) }, 'vaultEndTime'],
    ['a start more than a year ago', { startsAt: day(-366) }, 'vaultStartTime'],
    ['an end more than a year ahead', { endsAt: day(368) }, 'vaultEndTime'],
    ['cycle 0', { cycleNumber: 0 }, 'cycleNumber'],
    ['an amount above the maximum supply', { amount: LMT('1000000.00000001') }, 'amount'],
    [
      'rewards above the maximum supply',
      { rewardsAccrued: LMT('1000000.00000001') },
      'rewardsAccrued',
    ],
  ])('to %s is refused', (_, edit, name) => {
    const refused = editVault({ facts: toEdit(runningVault()), asked: edit }, TERMS, day(2));
    expect(codeOf(refused)).toBe('SETTING_OUT_OF_RANGE');
    expect(contextOf(refused)).toMatchObject({ name });
  });

  test('is refused if its cycles would exceed the maximum amount', () => {
    const value = { currentApy: apy(10_000_00n), maxDynamicApy: apy(10_000_00n) };
    const terms = termsOf([{ from: day(-400), value }]);
    const back = (days: number) => {
      const times = { startsAt: day(-days), endsAt: day(7 - days) };
      const asked = { ...times, amount: LMT('1000000') };
      const facts = toEdit(runningVault({ autoRestake: true }));
      return editVault({ facts, asked }, terms, day(2));
    };
    expect(codeOf(back(60))).toBe('ok');
    expect(codeOf(back(300))).toBe('AMOUNT_OUT_OF_RANGE');
  });

  test('is refused if it is based on an outdated state', () => {
    const read = { version: 'now', at: day(3) };
    const facts = toEdit(runningVault());
    expect(codeOf(editVault({ facts, asked: { cycleNumber: 2, read } }, TERMS, day(4)))).toBe('ok');
    const older = { ...read, version: 'then' };
    expect(
      codeOf(editVault({ facts, asked: { cycleNumber: 2, read: older } }, TERMS, day(4))),
    ).toBe('VAULT_CHANGED');
  });

  test('with all values as read changes nothing, whatever has accrued since', () => {
    fc.assert(
      fc.property(
        fc.nat(6 * DAY_MS),
        fc.nat(DAY_MS),
        fc.bigInt(-(10n ** 8n), 10n ** 8n),
        (at, wait, offset) => {
          const vault = runningVault({ rewardsOffset: offset });
          const readAt = after(day(1), at);
          const seven: VaultEdit = {
            amount: vault.amount,
            status: 'active',
            cycleNumber: 1,
            rewardsAccrued: rewardsAt(vault, readAt),
            autoRestake: false,
            ...(vault.cycle && { startsAt: vault.cycle.startsAt, endsAt: vault.cycle.endsAt }),
            read: { version: 'now', at: readAt },
          };
          const { next, journals, items } = edited(vault, seven, after(readAt, wait));
          expect(next).toEqual(vault);
          expect([journals, items]).toEqual([[], []]);
        },
      ),
    );
  });
});

describe('a deleted vault', () => {
  test.each([
    ['that is vesting returns its amount', vestingVault(), T0, LMT('5')],
    ['that is running loses accruing rewards', runningVault(), day(7), LMT('5')],
    ['in its window returns posted rewards', runningVault(), day(8), LMT('5.95890410')],
  ])('%s', (_, vault, at, returned) => {
    const { next, journals, items } = deleteVault(vault, TERMS, at);
    expect(next).toMatchObject({ status: 'completed', released: false, amount: 0n });
    expect(balancesAfter(journals).get('unstaked:u1/LMT')).toBe(returned);
    expect(items).toMatchObject([{ note: 'Vault deleted by the owner' }]);
  });

  test('stays unchanged if it was completed', () => {
    expect(deleteVault(runningVault(), TERMS, day(9))).toEqual(
      catchUp(runningVault(), TERMS, day(9)),
    );
  });
});
