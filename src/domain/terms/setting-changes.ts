import { type History, entryAt } from '../base/history.ts';
import { type Result, ok } from '../base/result.ts';
import { type Instant, iso } from '../base/time.ts';
import { settingText } from './setting-texts.ts';
import { checkTogether } from './setting-checks.ts';
import {
  DEFAULT_SETTINGS,
  SETTINGS,
  SETTING_ENTRIES,
  type Setting,
  type SettingName,
  type Settings,
  type SettingsChange,
  isChoice,
} from './settings.ts';

/** Change of one setting, in force from `effectiveAt` until the next change of the same setting. */
export interface SettingChange {
  readonly name: SettingName;
  /** Value in units, or the index of a choice; null if nothing is set. */
  readonly value: bigint | null;
  /** Later than `madeAt` if the change was planned. */
  readonly effectiveAt: Instant;
  readonly madeAt: Instant;
  /** Wallet of the owner; null for the initial values of the database. */
  readonly owner: string | null;
  readonly reason: string | null;
}

/** Owner, time, effect and reason of changes. */
export type ChangeStamp = Omit<SettingChange, 'name' | 'value'>;

/** Builds the changes of several settings at one instant. */
export function settingChanges(change: SettingsChange, stamp: ChangeStamp): SettingChange[] {
  return (Object.entries(change) as [SettingName, Settings[SettingName]][]).map(
    ([name, value]) => ({ name, value: unitsOf(SETTINGS[name], value), ...stamp }),
  );
}

function unitsOf(setting: Setting, value: Settings[SettingName]): bigint | null {
  if (!isChoice(setting)) return value as bigint | null;
  return BigInt(setting.choices.indexOf(value as string));
}

/** Applies one change to the settings. */
function changed(settings: Settings, { name, value }: SettingChange): Settings {
  const setting: Setting = SETTINGS[name];
  const set = isChoice(setting)
    ? (setting.choices.find((_, place) => BigInt(place) === value) ?? setting.default)
    : value;
  return { ...settings, [name]: set };
}

/**
 * Builds the history of settings, one entry per change. Changes must come in the order in which they were
 * made: of two changes of a setting at one instant, the later made counts.
 */
export function settingsHistory(changes: readonly SettingChange[]): History<Settings> {
  let value = DEFAULT_SETTINGS;
  return inEffectOrder(changes).map((change) => {
    value = changed(value, change);
    return { from: change.effectiveAt, value };
  });
}

const inEffectOrder = (changes: readonly SettingChange[]): SettingChange[] =>
  changes.toSorted((a, b) => a.effectiveAt - b.effectiveAt);

/** Refuses a history in which, at some instant from `now` on, one setting exceeds another that bounds it. */
export function checkHistory(history: History<Settings>, now: Instant): Result<null> {
  const instants = [now, ...history.map(({ from }) => from).filter((from) => from > now)];
  for (const at of instants) {
    const settings = entryAt(history, at)?.value ?? DEFAULT_SETTINGS;
    const together = checkTogether(settings, at > now ? ` from ${iso(at)} on` : '');
    if (!together.ok) return together;
  }
  return ok(null);
}

/** Change of a plannable setting, with its value as responses show it. */
export interface ListedChange {
  readonly name: SettingName;
  readonly value: string | null;
  readonly effectiveAt: Instant;
  readonly madeAt: Instant;
}

/**
 * Returns past and planned changes of the plannable settings, the latest instant first. Leaves out changes
 * that another one at the same instant replaced, or that leave the value unchanged.
 */
export function listedChanges(changes: readonly SettingChange[]): ListedChange[] {
  return SETTING_ENTRIES.filter(([, { isPlannable }]) => isPlannable)
    .flatMap(([name]) => valuesInTurn(changes.filter((change) => change.name === name)))
    .toSorted((a, b) => b.effectiveAt - a.effectiveAt || b.madeAt - a.madeAt)
    .map((change) => ({
      name: change.name,
      value: settingText(changed(DEFAULT_SETTINGS, change), change.name),
      effectiveAt: change.effectiveAt,
      madeAt: change.madeAt,
    }));
}

/** Returns the effective changes of one setting, by instant, each to another value than the previous one. */
function valuesInTurn(changes: readonly SettingChange[]): SettingChange[] {
  const counting = new Map(changes.map((change) => [change.effectiveAt, change]));
  return inEffectOrder([...counting.values()]).filter(
    ({ value }, index, all) => index === 0 || all[index - 1]?.value !== value,
  );
}
