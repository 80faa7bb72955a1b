import { formatDecimal } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { settingText, wireName } from './setting-texts.ts';
import {
  SETTING_ENTRIES,
  type SettingName,
  type Settings,
  type SettingsChange,
  decimalsOf,
  isChoice,
} from './settings.ts';

/**
 * Returns the settings after a change. Refuses the whole change if a value is out of its range, or if two
 * contradict each other.
 */
export function changeSettings(before: Settings, change: SettingsChange): Result<Settings> {
  const inRange = checkRanges(change);
  return inRange.ok ? checkTogether({ ...before, ...change }) : inRange;
}

/** Refuses a change with a value out of its range. Values already in force are not checked. */
export function checkRanges(change: SettingsChange): Result<null> {
  for (const [name, setting] of SETTING_ENTRIES) {
    const value = change[name];
    if (isChoice(setting) || typeof value !== 'bigint') continue;
    const range = { ...setting, decimals: decimalsOf(setting) };
    const inRange = checkRange(setting.names[0], value, range);
    if (!inRange.ok) return inRange;
  }
  return ok(null);
}

/**
 * Refuses a setting above another one that bounds it. `since` is appended to the message for a later instant.
 */
export function checkTogether(settings: Settings, since = ''): Result<Settings> {
  for (const [name, setting] of SETTING_ENTRIES) {
    if (isChoice(setting) || setting.atMost === undefined) continue;
    const bound = setting.atMost as SettingName;
    const [value, most] = [settings[name], settings[bound]];
    if (typeof value !== 'bigint' || typeof most !== 'bigint' || value <= most) continue;
    const allowed = `at most ${wireName(bound)}, ${settingText(settings, bound)}${since}`;
    return refuse('SETTING_OUT_OF_RANGE', { name: wireName(name), allowed });
  }
  return ok(settings);
}

/** Range of a number that the owner enters, both ends included. */
export interface Range {
  readonly least: bigint;
  readonly most: bigint;
  readonly decimals: number;
}

/** Refuses a number outside its range. */
export function checkRange(name: string, value: bigint, range: Range): Result<null> {
  const { least, most, decimals } = range;
  if (value >= least && value <= most) return ok(null);
  const allowed = `between ${formatDecimal(least, decimals)} and ${formatDecimal(most, decimals)}`;
  return refuse('SETTING_OUT_OF_RANGE', { name, allowed });
}
