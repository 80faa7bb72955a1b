import type { BodyOf } from '#contract/api';
import type { AdminVaultJson, editVault } from '#contract/admin-vaults';
import { formatAmount, parseAmount } from '#domain/base/money';

import { typedAmount } from '../../../ui/forms/typed-amount.ts';
import { adminVaultsTexts } from '../../../texts/admin-vaults.ts';
import { localTime, wireTime } from './local-time.ts';

const { form: words } = adminVaultsTexts;

/** What is typed; null where nobody touched it, so that it is not sent. */
export interface VaultDraft {
  readonly amount: string | null;
  readonly status: AdminVaultJson['status'] | null;
  readonly cycleNumber: string | null;
  readonly rewardsAccrued: string | null;
  readonly autoRestakeEnabled: boolean | null;
  readonly vaultStartTime: string | null;
  readonly vaultEndTime: string | null;
}

export const EMPTY_DRAFT: VaultDraft = {
  amount: null,
  status: null,
  cycleNumber: null,
  rewardsAccrued: null,
  autoRestakeEnabled: null,
  vaultStartTime: null,
  vaultEndTime: null,
};

export type VaultField = keyof VaultDraft;
export type VaultEdit = Omit<BodyOf<typeof editVault>, 'reason'>;

export interface CheckedVault {
  /** Only what differs from the vault: a figure that went on meanwhile is not set back. */
  readonly edit: VaultEdit;
  readonly errors: Readonly<Partial<Record<VaultField, string>>>;
}

/** Whether the vault has times that can be edited, as it is or as it is to become. */
export function hasTimes(draft: VaultDraft, vault: AdminVaultJson): boolean {
  const status = draft.status ?? vault.status;
  return status !== 'vesting' && (vault.vaultStartTime !== null || status === 'active');
}

/** Holds a draft against the vault as it is. */
export function checkVault(draft: VaultDraft, vault: AdminVaultJson): CheckedVault {
  const { status, autoRestakeEnabled: auto } = draft;
  const amount = checkFigure(draft.amount, vault.amount);
  const rewards = checkFigure(draft.rewardsAccrued, vault.rewardsAccrued);
  const cycle = checkCycle(draft.cycleNumber, vault.cycleNumber);
  const times = hasTimes(draft, vault) ? checkTimes(draft, vault) : { edit: {}, errors: {} };
  return {
    edit: {
      ...(amount.value === undefined ? {} : { amount: amount.value }),
      ...(status === null || status === vault.status ? {} : { status }),
      ...(cycle.value === undefined ? {} : { cycleNumber: cycle.value }),
      ...(rewards.value === undefined ? {} : { rewardsAccrued: rewards.value }),
      ...(auto === null || auto === vault.autoRestakeEnabled ? {} : { autoRestakeEnabled: auto }),
      ...times.edit,
    },
    errors: {
      ...(amount.error === undefined ? {} : { amount: amount.error }),
      ...(rewards.error === undefined ? {} : { rewardsAccrued: rewards.error }),
      ...(cycle.error === undefined ? {} : { cycleNumber: cycle.error }),
      ...times.errors,
    },
  };
}

interface Checked<T> {
  /** Undefined where it stays as it is. */
  readonly value?: T;
  readonly error?: string;
}

function checkFigure(typed: string | null, now: string): Checked<string> {
  if (typed === null) return {};
  const entry = typedAmount('LMT', typed);
  if (entry.kind !== 'amount') return { error: words.malformed };
  return entry.amount === parseAmount('LMT', now)
    ? {}
    : { value: formatAmount('LMT', entry.amount) };
}

const CYCLE_MAX = 1_000_000;

function checkCycle(typed: string | null, now: number): Checked<number> {
  if (typed === null) return {};
  const number = /^\d{1,7}$/.test(typed) ? Number(typed) : 0;
  if (number < 1 || number > CYCLE_MAX) return { error: words.cycleWrong };
  return number === now ? {} : { value: number };
}

type Times = Pick<VaultEdit, 'vaultStartTime' | 'vaultEndTime'>;

function checkTimes(
  draft: VaultDraft,
  vault: AdminVaultJson,
): { readonly edit: Times; readonly errors: CheckedVault['errors'] } {
  const start = checkTime(draft.vaultStartTime, vault.vaultStartTime);
  const end = checkTime(draft.vaultEndTime, vault.vaultEndTime);
  const from = start.value ?? vault.vaultStartTime;
  const until = end.value ?? vault.vaultEndTime;
  const isTurned = from !== null && until !== null && Date.parse(until) <= Date.parse(from);
  const endError = end.error ?? (isTurned ? words.endBeforeStart : undefined);
  return {
    edit: {
      ...(start.value === undefined ? {} : { vaultStartTime: start.value }),
      ...(end.value === undefined ? {} : { vaultEndTime: end.value }),
    },
    errors: {
      ...(start.error === undefined ? {} : { vaultStartTime: start.error }),
      ...(endError === undefined ? {} : { vaultEndTime: endError }),
    },
  };
}

function checkTime(typed: string | null, now: string | null): Checked<string> {
  if (typed === null || typed === localTime(now)) return {};
  // Emptied again where there was none: nothing is entered.
  if (typed === '' && now === null) return {};
  const at = wireTime(typed);
  return at === null ? { error: words.timeWrong } : { value: at };
}
