import { describe, expect, it } from 'vitest';

import type { AdminVaultJson } from '#contract/admin-vaults';

import { adminVaultsTexts } from '../../../texts/admin-vaults.ts';
import { EMPTY_DRAFT, type VaultDraft, checkVault, hasTimes } from './draft.ts';
import { localTime } from './local-time.ts';

const { form: words } = adminVaultsTexts;
const vault = {
  amount: '5.00000000',
  status: 'active',
  cycleNumber: 1,
  rewardsAccrued: '0.25000000',
  autoRestakeEnabled: false,
  vaultStartTime: '2026-01-02T00:00:00.123Z',
  vaultEndTime: '2026-01-09T00:00:00.123Z',
} as AdminVaultJson;
const checked = (draft: Partial<VaultDraft>, of = vault) =>
  checkVault({ ...EMPTY_DRAFT, ...draft }, of);

describe('the draft of a vault', () => {
  it('sends nothing that was not touched, or was set back', () => {
    expect(checked({})).toEqual({ edit: {}, errors: {} });
    const same: VaultDraft = {
      amount: '5.0',
      status: 'active',
      cycleNumber: '1',
      rewardsAccrued: '.25',
      autoRestakeEnabled: false,
      vaultStartTime: localTime(vault.vaultStartTime),
      vaultEndTime: localTime(vault.vaultEndTime),
    };
    expect(checked(same)).toEqual({ edit: {}, errors: {} });
  });

  it('sends each of the seven fields that was changed', () => {
    const draft: VaultDraft = {
      amount: '5.000001',
      status: 'completed',
      cycleNumber: '2',
      rewardsAccrued: '0',
      autoRestakeEnabled: true,
      vaultStartTime: localTime('2026-01-03T00:00:00.000Z'),
      vaultEndTime: localTime('2026-01-10T00:00:00.000Z'),
    };
    expect(checked(draft)).toEqual({
      edit: {
        amount: '5.00000100',
        status: 'completed',
        cycleNumber: 2,
        rewardsAccrued: '0.00000000',
        autoRestakeEnabled: true,
        vaultStartTime: '2026-01-03T00:00:00.000Z',
        vaultEndTime: '2026-01-10T00:00:00.000Z',
      },
      errors: {},
    });
  });

  it.each([
    ['amount', '', words.malformed],
    ['rewardsAccrued', '0.000000001', words.malformed],
    ['cycleNumber', '0', words.cycleWrong],
    ['cycleNumber', '1.5', words.cycleWrong],
    ['vaultStartTime', '', words.timeWrong],
    ['vaultEndTime', '2020-01-01T00:00:00', words.endBeforeStart],
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
    expect(checked({ vaultStartTime: '2026-01-05T00:00:00' }, vesting).edit).toEqual({});
  });
});
