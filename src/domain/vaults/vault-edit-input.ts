import { DECIMALS, MAX_AMOUNT, lmt } from '../base/money.ts';
import { ownerUnits } from '../base/owner-units.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, instant } from '../base/time.ts';
import type { VaultStatus } from './vault.ts';
import type { VaultEdit } from './vault-edit.ts';

/** What the owner sends to correct a vault: decimals as text or as numbers, instants as text. */
export interface VaultEditInput {
  readonly amount?: string | number | undefined;
  readonly status?: VaultStatus | undefined;
  readonly cycleNumber?: number | undefined;
  readonly rewardsAccrued?: string | number | undefined;
  readonly autoRestakeEnabled?: boolean | undefined;
  readonly vaultStartTime?: string | null | undefined;
  readonly vaultEndTime?: string | null | undefined;
  /** Of the vault as it was read: `vaultVersion` made it. */
  readonly version?: string | undefined;
}

/** Names a state of a vault, and when it was read. */
export const vaultVersion = (state: string, at: Instant): string => `${at}-${state}`;

function readVersion(version: string): VaultEdit['read'] & object {
  const [at = '', ...state] = version.split('-');
  return { at: instant(Number(at)), version: state.join('-') };
}

/** What was sent, in units and instants. */
export function readVaultEdit(input: VaultEditInput): Result<VaultEdit> {
  const amount = unitsOf('amount', input.amount);
  if (!amount.ok) return amount;
  const rewards = unitsOf('rewardsAccrued', input.rewardsAccrued);
  if (!rewards.ok) return rewards;
  const { status, cycleNumber, autoRestakeEnabled, vaultStartTime, vaultEndTime, version } = input;
  return ok({
    ...(amount.value === null ? {} : { amount: lmt(amount.value) }),
    ...(rewards.value === null ? {} : { rewardsAccrued: lmt(rewards.value) }),
    ...(status === undefined ? {} : { status }),
    ...(cycleNumber === undefined ? {} : { cycleNumber }),
    ...(autoRestakeEnabled === undefined ? {} : { autoRestake: autoRestakeEnabled }),
    ...(vaultStartTime ? { startsAt: instant(Date.parse(vaultStartTime)) } : {}),
    ...(vaultEndTime ? { endsAt: instant(Date.parse(vaultEndTime)) } : {}),
    ...(version === undefined ? {} : { read: readVersion(version) }),
  });
}

function unitsOf(name: string, value: string | number | undefined): Result<bigint | null> {
  if (value === undefined) return ok(null);
  const units = ownerUnits(value, DECIMALS.LMT);
  if (typeof units === 'string') return refuse('MALFORMED', { issues: [`body.${name}: ${units}`] });
  if (units < 0n || units > MAX_AMOUNT) {
    return refuse('SETTING_OUT_OF_RANGE', { name, allowed: 'at least 0' });
  }
  return ok(units);
}
