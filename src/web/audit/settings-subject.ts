import { type Setting, SETTING_ENTRIES, isChoice } from '#domain/terms/settings';

import { auditTexts } from './audit-texts.ts';
import { settingsTexts } from '../terms/settings-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { kindOf } from '../terms/setting-row.ts';
import { type ValueKind, shownOf } from '../kernel/dashboard/value-field.ts';

const { subject: words } = auditTexts.log;

type Value = string | null;
type Values = Readonly<Record<string, unknown>>;

/**
 * Settings and prices that a line of the log changed, with their values before and after.
 *
 * @example // 'Selling fee 15.0% → 20.0%, LMT price in USDC 987 USDC → 990 USDC'
 */
export function settingsSubject(before: unknown, after: unknown): string {
  const [was, is] = [before, after].map((of) => (of ?? {}) as Values) as [Values, Values];
  const parts = Object.keys(is).flatMap((name) => {
    const shown = SHOWN.get(name);
    if (!shown) return [];
    const text = (of: Values) => shown.text((of[name] ?? null) as Value);
    return [words.changed(shown.label, text(was), text(is))];
  });
  const { effectiveAt } = is;
  const from = typeof effectiveAt === 'string' ? [words.from(dateTimeText(effectiveAt))] : [];
  return [...parts, ...from].join(', ');
}

interface Shown {
  readonly label: string;
  readonly text: (value: Value) => string;
}

const shownAs =
  (kind: ValueKind) =>
  (value: Value): string =>
    value === null ? words.none : shownOf(kind, value);

const shownSetting = (setting: Setting): Shown => ({
  label: setting.label,
  text: isChoice(setting) ? (value) => value ?? words.none : shownAs(kindOf(setting.unit)),
});

const { lmtPriceUSDC, lmtPriceSOL } = settingsTexts.names;

/** By every name that the owner sends. */
const SHOWN: ReadonlyMap<string, Shown> = new Map([
  ...SETTING_ENTRIES.flatMap(([, setting]) =>
    setting.names.map((name): [string, Shown] => [name, shownSetting(setting)]),
  ),
  ['lmtPriceUSDC', { label: lmtPriceUSDC, text: shownAs('usdc') }],
  ['lmtPriceSOL', { label: lmtPriceSOL, text: shownAs('sol') }],
]);
