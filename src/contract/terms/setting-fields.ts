import { type SettingTexts, shownNames } from '#domain/terms/setting-texts';
import { SETTING_ENTRIES, type Setting, type SettingUnit, isChoice } from '#domain/terms/settings';
import { z } from 'zod';
import { apyPercent, lmtAmount, rateFraction, usdcAmount } from '../base/wire.ts';

const TEXTS: Readonly<Record<SettingUnit, z.ZodString>> = {
  rate: rateFraction,
  apy: apyPercent,
  usd: usdcAmount,
  lmt: lmtAmount,
};

function fieldOf(setting: Setting): z.ZodType {
  if (isChoice(setting)) return z.enum(setting.choices);
  const text = TEXTS[setting.unit];
  return setting.isOptional ? text.nullable() : text;
}

type FieldsOf<Texts> = { readonly [Name in keyof Texts]: z.ZodType<Texts[Name]> };

/** Response fields of the settings that a call changes. */
export const settingFields = <C extends Setting['call']>(call: C): FieldsOf<SettingTexts<C>> =>
  Object.fromEntries(
    SETTING_ENTRIES.filter(([, setting]) => setting.call === call).flatMap(([, setting]) =>
      shownNames(setting).map((name) => [name, fieldOf(setting)]),
    ),
  ) as FieldsOf<SettingTexts<C>>;
