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
  valueOf,
  vestingVault,
} from '#test/domain/builders';

import { balancesAfter } from '../base/ledger.ts';
import { apy, lmt, rate } from '../base/money.ts';
import { type Instant, after } from '../base/time.ts';
import type { Vault } from './vault.ts';
import { catchUp } from './vault-catch-up.ts';
import {
  autoRestakePreview,
  chooseAutoRestake,
  completeVault,
  restake,
  restakePreview,
  unstake,
  unstakePreview,
} from './vault-window.ts';

const NOON = (date: string): string => `2026-01-${date}T12:00:00.000Z`;
const on = { autoRestake: true };

describe('operations outside the window', () => {
  test.each<[string, Vault, Instant, string, object]>([
    ['vesting', vestingVault(), T0, 'VAULT_VESTING', { possibleAt: NOON('06') }],
    ['ready', vestingVault(), day(1), 'VAULT_NOT_ACTIVATED', { possibleAt: NOON('06') }],
    ['running', runningVault(), after(day(8), -1), 'VAULT_RUNNING', { possibleAt: NOON('13') }],
    ['released at its end', runningVault(), day(9), 'VAULT_COMPLETED', {}],
    ['restaked at its end', runningVault(on), day(9), 'VAULT_RUNNING', { possibleAt: NOON('21') }],
    ['completed', runningVault({ status: 'completed' }), day(2), 'VAULT_COMPLETED', {}],
  ])(
    'are refused by the vault’s phase, with the possible instant if any: %s',
    (_, vault, at, code, context) => {
      for (const refused of [
        restake(vault, TERMS, at),
        unstake({ vault, amount: lmt(1n) }, TERMS, at),
      ]) {
        expect([codeOf(refused), contextOf(refused)]).toEqual([code, context]);
      }
    },
  );

  test.each([day(8), after(day(9), -1)])('are possible inside it at %d', (at) => {
    expect(codeOf(restake(runningVault(), TERMS, at))).toBe('ok');
    expect(codeOf(unstake({ vault: runningVault(), amount: lmt(1n) }, TERMS, at))).toBe('ok');
  });
});

describe('restake', () => {
  test('takes 1.5% of principal and rewards, and starts a new cycle', () => {
    const { next, journals, items } = valueOf(restake(runningVault(), TERMS, day(8.5)));
    const fee = LMT('0.08938357'); // ⌈0.015 × 5.95890410⌉
    expect(next).toMatchObject({
      amount: LMT('5.95890410') - fee,
      postedRewards: 0n,
      cycleNumber: 2,
      cycle: { startsAt: day(8.5), endsAt: day(15.5), apy: 1_000_00n },
      lastRestake: { type: 'manual', fee, at: day(8.5) },
      originalAmount: LMT('5'),
    });
    expect(journals.map(({ kind, at }) => [kind, at])).toEqual([
      ['matured', day(8)],
      ['restaked', day(8.5)],
    ]);
    expect(items).toMatchObject([{ type: 'restake', amount: LMT('5.95890410'), fee }]);
  });

  test('uses the fee at maturity and the present APY', () => {
    const terms = termsOf([
      { from: after(day(8), 1), value: { restakeFee: rate(500_000n), currentApy: apy(70_00n) } },
    ]);
    const { next } = valueOf(restake(runningVault(), terms, day(8.5)));
    expect(next.lastRestake?.fee).toBe(LMT('0.08938357'));
    expect(next.cycle?.apy).toBe(70_00n);
  });

  test('previews the fee on the total if manual, and on the rewards if automatic', () => {
    const open = catchUp(runningVault(), TERMS, day(8)).next;
    expect(restakePreview(open, TERMS, day(8))).toEqual({
      fee: LMT('0.08938357'),
      net: LMT('5.86952053'),
    });
    expect(autoRestakePreview(open, TERMS, day(8))).toEqual({
      fee: LMT('0.01438357'),
      net: LMT('5.94452053'),
    });
    expect(catchUp({ ...open, ...on }, TERMS, day(9)).next.amount).toBe(LMT('5.94452053'));
  });
});

describe('unstake', () => {
  test('takes rewards first, without a fee if none is set', () => {
    const first = valueOf(unstake({ vault: runningVault(), amount: LMT('0.5') }, TERMS, day(8)));
    expect(first.next).toMatchObject({
      amount: LMT('5'),
      postedRewards: LMT('0.45890410'),
      withdrawn: LMT('0.5'),
    });
    const second = valueOf(unstake({ vault: first.next, amount: LMT('1') }, TERMS, day(8.9)));
    expect(second.next).toMatchObject({
      amount: LMT('4.45890410'),
      postedRewards: 0n,
      withdrawn: LMT('1.5'),
      totalRewardsEarned: LMT('0.95890410'),
    });
    expect(second.items).toMatchObject([{ type: 'withdraw', amount: LMT('1'), fee: 0n }]);
    expect(balancesAfter(second.journals).get('unstaked:u1/LMT')).toBe(LMT('1'));
  });

  test('is limited to half of the total at maturity', () => {
    const over = unstake({ vault: runningVault(), amount: LMT('2.97945206') }, TERMS, day(8));
    expect([codeOf(over), contextOf(over)]).toEqual([
      'WITHDRAWAL_LIMIT',
      { maximum: '2.97945205' },
    ]);
    const most = valueOf(
      unstake({ vault: runningVault(), amount: LMT('2.97945205') }, TERMS, day(8)),
    );
    const again = unstake({ vault: most.next, amount: lmt(1n) }, TERMS, day(8.5));
    expect(contextOf(again)).toEqual({ maximum: '0.00000000' });
  });

  test('is limited to 100 times in a window', () => {
    const [vault, amount] = [runningVault(), lmt(1n)];
    expect(codeOf(unstake({ vault, amount, unstakes: 99 }, TERMS, day(8)))).toBe('ok');
    const over = unstake({ vault, amount, unstakes: 100 }, TERMS, day(8));
    expect([codeOf(over), contextOf(over)]).toEqual(['TOO_OFTEN', { most: 100, possibleAt: null }]);
  });

  test('has a new limit in a new cycle', () => {
    const most = valueOf(
      unstake({ vault: runningVault(on), amount: LMT('2.97945205') }, TERMS, day(8)),
    );
    const { next } = catchUp(most.next, TERMS, day(16));
    expect(next.withdrawn).toBe(0n);
    expect(codeOf(unstake({ vault: next, amount: LMT('1') }, TERMS, day(16)))).toBe('ok');
  });

  test.each([0n, -1n])('of %d is refused, after the check of the window', (amount) => {
    expect(codeOf(unstake({ vault: runningVault(), amount: lmt(amount) }, TERMS, day(8)))).toBe(
      'AMOUNT_NOT_POSITIVE',
    );
    expect(codeOf(unstake({ vault: runningVault(), amount: lmt(amount) }, TERMS, day(7)))).toBe(
      'VAULT_RUNNING',
    );
  });

  test('charges the fee that was set at maturity, not one set later', () => {
    const set = termsOf([{ from: day(8), value: { withdrawalFee: rate(150_000n) } }]);
    const { next, journals, items } = valueOf(
      unstake({ vault: runningVault(), amount: LMT('1') }, set, day(8.5)),
    );
    expect(next.withdrawn).toBe(LMT('1'));
    expect(Object.fromEntries(balancesAfter(journals.slice(1)))).toEqual({
      'vault:v1/LMT': -LMT('1'),
      'unstaked:u1/LMT': LMT('0.85'),
      'fee.unstake/LMT': LMT('0.15'),
    });
    expect(items).toMatchObject([{ amount: LMT('1'), fee: LMT('0.15') }]);
    const late = termsOf([{ from: after(day(8), 1), value: { withdrawalFee: rate(150_000n) } }]);
    expect(unstakePreview({ vault: runningVault(), amount: LMT('1') }, late, day(8.5)).fee).toBe(
      0n,
    );
    expect(unstakePreview({ vault: vestingVault(), amount: LMT('1') }, late, day(8.5)).fee).toBe(
      LMT('0.15'),
    );
  });
});

describe('completion', () => {
  test.each<[string, Vault, Instant, string]>([
    ['past the window, auto-restake off', runningVault(), day(9), 'ok'],
    ['again', runningVault({ status: 'completed' }), day(9), 'ok'],
    ['in the window, auto-restake off', runningVault(), day(8), 'VAULT_IN_WINDOW'],
    ['in the window, auto-restake on', runningVault(on), day(8), 'VAULT_AUTO_RESTAKES'],
    ['past the window, auto-restake on', runningVault(on), day(9), 'VAULT_RUNNING'],
    ['running', runningVault(), day(7), 'VAULT_RUNNING'],
    ['vesting', vestingVault(), T0, 'VAULT_VESTING'],
    ['ready', vestingVault(), day(1), 'VAULT_NOT_ACTIVATED'],
  ])('is accepted or refused by the vault’s phase: %s', (_, vault, at, code) => {
    expect(codeOf(completeVault(vault, TERMS, at))).toBe(code);
  });

  test('equals the sweep', () => {
    const vault = runningVault();
    expect(valueOf(completeVault(vault, TERMS, day(20)))).toEqual(catchUp(vault, TERMS, day(20)));
    expect(contextOf(completeVault(vault, TERMS, day(8)))).toEqual({ possibleAt: NOON('14') });
  });
});

describe('the auto-restake choice', () => {
  test('applies until the window ends', () => {
    const late = valueOf(
      chooseAutoRestake({ vault: runningVault(), enabled: true }, TERMS, after(day(9), -1)),
    );
    expect(catchUp(late.next, TERMS, day(9)).next.cycleNumber).toBe(2);
    expect(codeOf(chooseAutoRestake({ vault: runningVault(), enabled: true }, TERMS, day(9)))).toBe(
      'VAULT_COMPLETED',
    );
    const off = valueOf(
      chooseAutoRestake({ vault: runningVault(on), enabled: false }, TERMS, day(8.5)),
    );
    expect(catchUp(off.next, TERMS, day(9)).next.status).toBe('completed');
  });

  test('applies to the next window after a restake', () => {
    const next = valueOf(
      chooseAutoRestake({ vault: runningVault(on), enabled: false }, TERMS, day(9)),
    ).next;
    expect(next).toMatchObject({ cycleNumber: 2, autoRestake: false });
    expect(
      valueOf(chooseAutoRestake({ vault: vestingVault(), enabled: true }, TERMS, T0)).next
        .autoRestake,
    ).toBe(true);
  });
});
