import type { BodyOf } from '#contract/api';
import type { AdminVaultJson, editVault } from '#contract/vaults/admin-vaults';
import { formatAmount, parseAmount } from '#domain/base/money';
import { type Instant, instant } from '#domain/base/time';
import { isWithinYear } from '#domain/vaults/vault-edit-range';

import { typedAmount } from '../../kernel/ui/forms/typed-amount.ts';
import { adminVaultsTexts } from './admin-vault-texts.ts';
import { localTime, wireTime } from '../../kernel/ui/format/local-time.ts';

const { form: words } = adminVaultsTexts;

/** What is typed; null where a field was not touched. */
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

/** Stands in a draft for a time that cannot be read. */
export const UNREAD = 'unread';

export type VaultField = keyof VaultDraft;
export type VaultEdit = Pick<BodyOf<typeof editVault>, VaultField>;

export interface CheckedVault {
  /** What differs from the vault as it was read. */
  readonly changes: VaultEdit;
  /** All seven fields, with the version that was read: another's change meanwhile is not overwritten. */
  readonly whole: Required<VaultEdit> & { readonly version: string };
  readonly errors: Readonly<Partial<Record<VaultField, string>>>;
}

/** Whether a completed vault is to be opened again. */
export function isReopened(draft: VaultDraft, vault: AdminVaultJson): boolean {
  return vault.status === 'completed' && (draft.status ?? 'completed') !== 'completed';
}

/** Whether the vault has times that can be edited, as it is or as it is to become. */
export function hasTimes(draft: VaultDraft, vault: AdminVaultJson): boolean {
  const status = draft.status ?? vault.status;
  return status !== 'vesting' && (vault.vaultStartTime !== null || status === 'active');
}

/** What a field holds before it is touched: a vault that is opened again gets its LMT back, and other times. */
export function untouched(draft: VaultDraft, vault: AdminVaultJson) {
  const { amount, releasedAmount, vaultStartTime, vaultEndTime } = vault;
  return isReopened(draft, vault)
    ? { amount: releasedAmount, vaultStartTime: null, vaultEndTime: null }
    : { amount, vaultStartTime, vaultEndTime };
}

/** Holds a draft against the vault as it was read. */
export function checkVault(draft: VaultDraft, vault: AdminVaultJson, now: Instant): CheckedVault {
  const checked: readonly (readonly [field: VaultField, Checked<unknown>])[] = [
    ['amount', checkAmount(draft, vault)],
    ['status', checkChoice(draft.status, vault.status)],
    ['cycleNumber', checkCycle(draft.cycleNumber, vault.cycleNumber)],
    ['rewardsAccrued', checkFigure(draft.rewardsAccrued, vault.rewardsAccrued)],
    ['autoRestakeEnabled', checkChoice(draft.autoRestakeEnabled, vault.autoRestakeEnabled)],
    ...(hasTimes(draft, vault) ? checkTimes(draft, vault, now) : []),
  ];
  const changes = Object.fromEntries(
    checked.flatMap(([field, { value }]) => (value === undefined ? [] : [[field, value]])),
  ) as VaultEdit;
  const errors = Object.fromEntries(
    checked.flatMap(([field, { error }]) => (error === undefined ? [] : [[field, error]])),
  );
  const { amount, status, cycleNumber, rewardsAccrued, autoRestakeEnabled, version } = vault;
  const { vaultStartTime, vaultEndTime } = vault;
  const read = { amount, status, cycleNumber, rewardsAccrued, autoRestakeEnabled };
  return {
    changes,
    whole: { ...read, vaultStartTime, vaultEndTime, ...changes, version },
    errors,
  };
}

interface Checked<T> {
  /** Undefined where it stays as it is. */
  readonly value?: T;
  readonly error?: string;
}

const checkChoice = <T>(chosen: T | null, now: T): Checked<T> =>
  chosen === null || chosen === now ? {} : { value: chosen };

function checkAmount(draft: VaultDraft, vault: AdminVaultJson): Checked<string> {
  if (!isReopened(draft, vault)) return checkFigure(draft.amount, vault.amount);
  const amount = checkFigure(draft.amount ?? vault.releasedAmount, vault.amount);
  return amount.value === undefined && amount.error === undefined
    ? { error: words.reopenedEmpty }
    : amount;
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

function checkTimes(draft: VaultDraft, vault: AdminVaultJson, now: Instant) {
  const read = untouched(draft, vault);
  const start = checkTime(draft.vaultStartTime, read.vaultStartTime, now);
  const end = checkTime(draft.vaultEndTime, read.vaultEndTime, now);
  const from = start.value ?? read.vaultStartTime;
  const until = end.value ?? read.vaultEndTime;
  const isTurned = from !== null && until !== null && Date.parse(until) <= Date.parse(from);
  const turned = isTurned ? { error: words.endBeforeStart } : {};
  return [
    ['vaultStartTime', start],
    ['vaultEndTime', { ...turned, ...end }],
  ] as const;
}

function checkTime(typed: string | null, read: string | null, now: Instant): Checked<string> {
  if (typed === null || typed === localTime(read)) return {};
  // Emptied again where there was none: nothing is entered.
  if (typed === '' && read === null) return {};
  const at = wireTime(typed);
  if (at === null) return { error: words.timeWrong };
  return isWithinYear(instant(Date.parse(at)), now) ? { value: at } : { error: words.timeFar };
}
