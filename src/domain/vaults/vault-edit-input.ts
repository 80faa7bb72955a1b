import { DECIMALS, MAX_AMOUNT, lmt } from '../base/money.ts';
import { ownerUnits } from '../base/owner-units.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, instant, iso } from '../base/time.ts';
import type { VaultStatus } from './vault.ts';
import type { VaultEdit } from './vault-edit.ts';

/** Input of the owner's correction of a vault: decimals as text or numbers, instants as text. */
export interface VaultEditInput {
  readonly amount?: string | number | undefined;
  readonly status?: VaultStatus | undefined;
  readonly cycleNumber?: number | undefined;
  readonly rewardsAccrued?: string | number | undefined;
  readonly autoRestakeEnabled?: boolean | undefined;
  readonly vaultStartTime?: string | null | undefined;
  readonly vaultEndTime?: string | null | undefined;
  /** Version of the vault when it was read, built by `vaultVersion`. */
  readonly version?: string | undefined;
}

/** Builds the version of a vault's state, with the instant at which it was read. */
export const vaultVersion = (state: string, at: Instant): string => `${iso(at)}-${state}`;

const AT_LENGTH = 24;

function readVersion(version: string | undefined): Result<Pick<VaultEdit, 'read'>> {
  if (version === undefined) return ok({});
  const ms = Date.parse(version.slice(0, AT_LENGTH));
  // NaN for an invalid date, such as the 99th of a month.
  if (!(ms > 0)) return refuse('MALFORMED', { issues: ['body.version'] });
  return ok({ read: { at: instant(ms), version: version.slice(AT_LENGTH + 1) } });
}

/** Parses an edit into units and instants. */
export function readVaultEdit(input: VaultEditInput): Result<VaultEdit> {
  const amount = unitsOf('amount', input.amount);
  if (!amount.ok) return amount;
  const rewards = unitsOf('rewardsAccrued', input.rewardsAccrued);
  if (!rewards.ok) return rewards;
  const read = readVersion(input.version);
  if (!read.ok) return read;
  const { status, cycleNumber, autoRestakeEnabled, vaultStartTime, vaultEndTime } = input;
  return ok({
    ...(amount.value === null ? {} : { amount: lmt(amount.value) }),
    ...(rewards.value === null ? {} : { rewardsAccrued: lmt(rewards.value) }),
    ...(status === undefined ? {} : { status }),
    ...(cycleNumber === undefined ? {} : { cycleNumber }),
    ...(autoRestakeEnabled === undefined ? {} : { autoRestake: autoRestakeEnabled }),
    ...(vaultStartTime ? { startsAt: instant(Date.parse(vaultStartTime)) } : {}),
    ...(vaultEndTime ? { endsAt: instant(Date.parse(vaultEndTime)) } : {}),
    ...read.value,
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
