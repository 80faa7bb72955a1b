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

/** One change of one setting, in force from `effectiveAt` until the next change of the same setting. */
export interface SettingChange {
  readonly name: SettingName;
  /** In units; of a choice, the place in its list; null where nothing is set. */
  readonly value: bigint | null;
  /** Later than `madeAt` if the change was planned. */
  readonly effectiveAt: Instant;
  readonly madeAt: Instant;
  /** Wallet of the owner; null for the values that the database was made with. */
  readonly owner: string | null;
  readonly reason: string | null;
}

/** Who changes settings, when, and from when on. */
export type ChangeStamp = Omit<SettingChange, 'name' | 'value'>;

/** Changes of several settings at one instant. */
export function settingChanges(change: SettingsChange, stamp: ChangeStamp): SettingChange[] {
  return (Object.entries(change) as [SettingName, Settings[SettingName]][]).map(
    ([name, value]) => ({ name, value: unitsOf(SETTINGS[name], value), ...stamp }),
  );
}

function unitsOf(setting: Setting, value: Settings[SettingName]): bigint | null {
  if (!isChoice(setting)) return value as bigint | null;
  return BigInt(setting.choices.indexOf(value as string));
}

/** The settings with one change. */
function changed(settings: Settings, { name, value }: SettingChange): Settings {
  const setting: Setting = SETTINGS[name];
  const set = isChoice(setting)
    ? (setting.choices.find((_, place) => BigInt(place) === value) ?? setting.default)
    : value;
  return { ...settings, [name]: set };
}

/**
 * Settings by instant, one entry per change. Changes come in the order in which they were made: of two
 * of one setting at one instant the later made counts.
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

/** A change of a setting that may be planned, with its value as answers give it. */
export interface ListedChange {
  readonly name: SettingName;
  readonly value: string | null;
  readonly effectiveAt: Instant;
  readonly madeAt: Instant;
}

/**
 * Past and planned changes of the settings that may be planned, the latest instant first. Changes that
 * another one of the same instant replaced, or that leave the value as it was, are left out.
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

/** Changes of one setting that count, by instant, each to another value than the one before. */
function valuesInTurn(changes: readonly SettingChange[]): SettingChange[] {
  const counting = new Map(changes.map((change) => [change.effectiveAt, change]));
  return inEffectOrder([...counting.values()]).filter(
    ({ value }, index, all) => index === 0 || all[index - 1]?.value !== value,
  );
}
