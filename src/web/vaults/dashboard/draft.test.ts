import { describe, expect, it } from 'vitest';

import type { AdminVaultJson } from '#contract/vaults/admin-vaults';
import { instant } from '#domain/base/time';

import { adminVaultsTexts } from './admin-vault-texts.ts';
import { EMPTY_DRAFT, UNREAD, type VaultDraft, checkVault, hasTimes } from './draft.ts';
import { localTime } from '../../kernel/ui/format/local-time.ts';

const { form: words } = adminVaultsTexts;
const SEVEN = {
  amount: '5.00000000',
  status: 'active',
  cycleNumber: 1,
  rewardsAccrued: '0.25000000',
  autoRestakeEnabled: false,
  vaultStartTime: '2026-01-02T00:00:00.123Z',
  vaultEndTime: '2026-01-09T00:00:00.123Z',
};
const vault = {
  ...SEVEN,
  releasedAmount: '0.00000000',
  version: 'as-it-was-read',
} as AdminVaultJson;
const NOW = instant(Date.parse('2026-01-05T00:00:00.000Z'));
const checked = (draft: Partial<VaultDraft>, of = vault) =>
  checkVault({ ...EMPTY_DRAFT, ...draft }, of, NOW);

describe('the draft of a vault', () => {
  it('sends what was not touched, or was set back, as it was read', () => {
    const asRead = { changes: {}, whole: { ...SEVEN, version: 'as-it-was-read' }, errors: {} };
    expect(checked({})).toEqual(asRead);
    const same: VaultDraft = {
      amount: '5.0',
      status: 'active',
      cycleNumber: '1',
      rewardsAccrued: '.25',
      autoRestakeEnabled: false,
      vaultStartTime: localTime(vault.vaultStartTime),
      vaultEndTime: localTime(vault.vaultEndTime),
    };
    expect(checked(same)).toEqual(asRead);
  });

  it('sends all seven fields, with the version that was read', () => {
    const draft: VaultDraft = {
      amount: '5.000001',
      status: 'completed',
      cycleNumber: '2',
      rewardsAccrued: '0',
      autoRestakeEnabled: true,
      vaultStartTime: localTime('2026-01-03T00:00:00.000Z'),
      vaultEndTime: localTime('2026-01-10T00:00:00.000Z'),
    };
    const seven = {
      amount: '5.00000100',
      status: 'completed',
      cycleNumber: 2,
      rewardsAccrued: '0.00000000',
      autoRestakeEnabled: true,
      vaultStartTime: '2026-01-03T00:00:00.000Z',
      vaultEndTime: '2026-01-10T00:00:00.000Z',
    };
    const whole = { ...seven, version: 'as-it-was-read' };
    expect(checked(draft)).toEqual({ changes: seven, whole, errors: {} });
    expect(checked({ cycleNumber: '2' })).toEqual({
      changes: { cycleNumber: 2 },
      whole: { ...SEVEN, cycleNumber: 2, version: 'as-it-was-read' },
      errors: {},
    });
  });

  it('of a completed vault that is opened again: what it released, from now', () => {
    const done = {
      ...vault,
      status: 'completed',
      amount: '0.00000000',
      releasedAmount: '5.50000000',
    } as const;
    expect(checked({ cycleNumber: '2' }, done).changes).toEqual({ cycleNumber: 2 });
    const reopened = checked({ status: 'active' }, done);
    expect(reopened.changes).toEqual({ status: 'active', amount: '5.50000000' });
    expect(reopened.whole).toMatchObject({ vaultStartTime: SEVEN.vaultStartTime });
    expect(checked({ status: 'active', amount: '2' }, done).changes.amount).toBe('2.00000000');
    expect(checked({ status: 'active', amount: '0' }, done).errors.amount).toBe(
      words.reopenedEmpty,
    );
  });

  it.each([
    ['amount', '', words.malformed],
    ['rewardsAccrued', '0.000000001', words.malformed],
    ['cycleNumber', '0', words.cycleWrong],
    ['cycleNumber', '1.5', words.cycleWrong],
    ['vaultStartTime', '', words.timeWrong],
    ['vaultStartTime', UNREAD, words.timeWrong],
    ['vaultStartTime', '0206-01-02T00:00:00', words.timeFar],
    ['vaultEndTime', '2062-01-09T00:00:00', words.timeFar],
    ['vaultEndTime', '9999-12-31T23:59:59', words.timeFar],
    ['vaultEndTime', '2025-12-01T00:00:00', words.endBeforeStart],
  ] as const)('marks %s %j', (field, typed, error) => {
    expect(checked({ [field]: typed }).errors).toEqual({ [field]: error });
  });

  it('has no times to edit while it vests, unless it is to be activated', () => {
    const vesting = {
      ...vault,
      status: 'vesting',
      vaultStartTime: null,
      vaultEndTime: null,
    } as const;
    const activated = { ...EMPTY_DRAFT, status: 'active' } as const;
    expect(hasTimes(EMPTY_DRAFT, vesting)).toBe(false);
    expect(hasTimes(activated, vesting)).toBe(true);
    expect(hasTimes({ ...EMPTY_DRAFT, status: 'vesting' }, vault)).toBe(false);
    expect(checked({ vaultStartTime: '2026-01-05T00:00:00' }, vesting).changes).toEqual({});
  });
});
