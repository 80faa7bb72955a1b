import { formatDecimal, parseDecimal } from '../base/money.ts';
import {
  SETTINGS,
  SETTING_ENTRIES,
  type Setting,
  type SettingName,
  type Settings,
  type SettingsChange,
  decimalsOf,
  isChoice,
} from './settings.ts';

/** Returns the name of a setting in responses, refusals and lists of changes. */
export const wireName = (name: SettingName): string => SETTINGS[name].names[0];

/**
 * Returns a setting's value as responses show it.
 * @example settingText(DEFAULT_SETTINGS, 'sellFee') // '0.150000'
 */
export function settingText(settings: Settings, name: SettingName): string | null {
  const setting: Setting = SETTINGS[name];
  const value = settings[name];
  if (typeof value !== 'bigint' || isChoice(setting)) return value as string | null;
  return formatDecimal(value, decimalsOf(setting));
}

type Call = Setting['call'];
/** Names of a setting in responses. */
type ShownName<S> = S extends { readonly shownAs: infer Name extends string }
  ? Name
  : S extends { readonly names: readonly (infer Name extends string)[] }
    ? Name
    : never;
type TextOf<S> = S extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : string | (S extends { readonly isOptional: true } ? null : never);
/** Response fields of the settings that one API call changes: each value as text, once per alias. */
export type SettingTexts<C extends Call> = {
  readonly [
    K in SettingName as (typeof SETTINGS)[K]['call'] extends C
      ? ShownName<(typeof SETTINGS)[K]>
      : never
  ]: TextOf<(typeof SETTINGS)[K]>;
};

/** Names of a setting in responses. */
export const shownNames = ({ shownAs, names }: Setting): readonly string[] =>
  shownAs === undefined ? names : [shownAs];

/** Returns the settings that a call changes, as responses show them. */
export const settingTexts = <C extends Call>(settings: Settings, call: C): SettingTexts<C> =>
  Object.fromEntries(
    SETTING_ENTRIES.filter(([, setting]) => setting.call === call).flatMap(([name, setting]) =>
      shownNames(setting).map((shown) => [shown, settingText(settings, name)]),
    ),
  ) as SettingTexts<C>;

/** Parses a setting's value from a response; returns the default if the text is malformed. */
export function parseSetting(name: SettingName, text: string | null): Settings[SettingName] {
  const setting: Setting = SETTINGS[name];
  const isKept = isChoice(setting) || text === null;
  return (
    isKept ? text : (parseDecimal(text, decimalsOf(setting)) ?? setting.default)
  ) as Settings[SettingName];
}

/** Parses the settings in a response; amounts and rates become integers in their smallest unit. */
export const settingsIn = (answer: Readonly<Record<string, unknown>>): SettingsChange =>
  Object.fromEntries(
    SETTING_ENTRIES.flatMap(([name, setting]) => {
      const text = answer[shownNames(setting)[0] ?? name];
      return text === undefined ? [] : [[name, parseSetting(name, text as string | null)]];
    }),
  );
