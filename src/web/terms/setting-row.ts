import type { AdminSettings } from '#contract/terms/settings';
import { settingText, settingsIn } from '#domain/terms/setting-texts';
import { changeSettings } from '#domain/terms/setting-checks';
import {
  DEFAULT_SETTINGS,
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingUnit,
  type Settings,
  isChoice,
} from '#domain/terms/settings';

import type { EditableValue } from '../kernel/dashboard/value-rows.tsx';
import type { ValueKind } from '../kernel/dashboard/value-field.ts';

const KINDS: Readonly<Record<SettingUnit, ValueKind>> = {
  rate: 'percent',
  apy: 'apy',
  usd: 'usd',
  lmt: 'lmt',
};

export const kindOf = (unit: SettingUnit): ValueKind => KINDS[unit];

/** A number among the settings as the owner changes it: all of it follows from its descriptor. */
export function settingRow(name: SettingName, answer: AdminSettings, hint: string): EditableValue {
  const setting: Setting = SETTINGS[name];
  if (isChoice(setting)) throw new Error(`${name} is not a number`);
  const settings: Settings = { ...DEFAULT_SETTINGS, ...settingsIn(answer) };
  return {
    name: setting.names.at(-1) ?? name,
    label: setting.label,
    kind: kindOf(setting.unit),
    value: settingText(settings, name),
    hint,
    most: setting.most,
    check: (units) => changeSettings(settings, { [name]: units }),
  };
}
