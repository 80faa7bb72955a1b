import { DECIMALS, LMT_PRICE_DECIMALS, type Lamports, type LmtPrice } from '../base/money.ts';
import { ownerUnits } from '../base/owner-units.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { EnteredPrices } from './entered-prices.ts';
import {
  SETTING_ENTRIES,
  type Setting,
  type SettingName,
  type SettingsChange,
  decimalsOf,
  isChoice,
} from './settings.ts';

/** Input of the owner: names with decimals, as texts or numbers. */
export type SettingsInput = { readonly [name: string]: unknown };

/** Parsed input, in the units that are stored. */
export interface SettingsEntry {
  readonly change: SettingsChange;
  readonly prices: EnteredPrices;
  /** Instant from which it is in force; null for immediately. */
  readonly effectiveAt: Instant | null;
}

/** Field of a call: a number with its decimals, or one of a few words. */
interface Field {
  readonly key: SettingName | keyof EnteredPrices;
  readonly decimals: number;
  readonly choices: readonly [string, ...string[]] | null;
  /** True if null unsets it. */
  readonly isOptional: boolean;
  readonly isPlannable: boolean;
}
type Fields = { readonly [name: string]: Field };

const fieldOf = (key: SettingName, setting: Setting): Field => ({
  key,
  decimals: isChoice(setting) ? 0 : decimalsOf(setting),
  choices: isChoice(setting) ? setting.choices : null,
  isOptional: !isChoice(setting) && setting.isOptional === true,
  isPlannable: setting.isPlannable,
});

/** Input fields of the settings that one API call changes, keyed by name and alias. */
const fieldsOf = (call: Setting['call']): Fields =>
  Object.fromEntries(
    SETTING_ENTRIES.filter(([, setting]) => setting.call === call).flatMap(([key, setting]) =>
      setting.names.map((name) => [name, fieldOf(key, setting)]),
    ),
  );

const PRICE = { choices: null, isOptional: false, isPlannable: false } as const;

/** Fields of `POST /api/admin/settings`, by name. */
export const SETTINGS_FIELDS: Fields = {
  ...fieldsOf('settings'),
  lmtPriceUSDC: { ...PRICE, key: 'lmt', decimals: LMT_PRICE_DECIMALS },
  lmtPriceSOL: { ...PRICE, key: 'lmtInSol', decimals: DECIMALS.SOL },
};

/** Fields of `POST /api/admin/revenue`, by name. */
export const REVENUE_FIELDS: Fields = fieldsOf('revenue');

type Read = (input: SettingsInput, effectiveAt?: Instant | null) => Result<SettingsEntry>;

/**
 * Parses a change of settings, from now on or from a later instant on. Refuses the whole input: malformed
 * values (400) first, then unknown names, then values that cannot be planned (422).
 */
export const readSettingsInput: Read = (input, effectiveAt = null) =>
  read(SETTINGS_FIELDS, input, effectiveAt);

/** Parses a change of the revenue streams, or of the APY that the owner sets. */
export const readRevenueInput: Read = (input, effectiveAt = null) =>
  read(REVENUE_FIELDS, input, effectiveAt);

function read(
  fields: Fields,
  input: SettingsInput,
  effectiveAt: Instant | null,
): Result<SettingsEntry> {
  const sent = Object.entries(input).filter(([, value]) => value !== undefined);
  if (sent.length === 0) return refuse('MALFORMED', { issues: ['body: names nothing to change'] });
  const values = new Map<string, Value>();
  const issues: string[] = [];
  for (const [name, value] of sent) {
    const field = fieldNamed(fields, name);
    const found = field && readValue(value, field);
    if (found && 'issue' in found) issues.push(`body.${name}: ${found.issue}`);
    else if (found) values.set(name, found.value);
  }
  if (issues.length > 0) return refuse('MALFORMED', { issues });
  const entered = new Map<Field['key'], { readonly name: string; readonly value: Value }>();
  for (const [name] of sent) {
    const field = fieldNamed(fields, name);
    if (!field) return refuse('SETTING_UNKNOWN', { name });
    const value = values.get(name) ?? null;
    const other = entered.get(field.key);
    if (other && other.value !== value) {
      return refuse('SETTING_OUT_OF_RANGE', { name, allowed: `the same as ${other.name}` });
    }
    entered.set(field.key, { name, value });
  }
  const atOnce = sent.find(([name]) => fieldNamed(fields, name)?.isPlannable === false);
  if (effectiveAt !== null && atOnce) {
    const allowed = `left out for ${atOnce[0]}: only fees and APY can be planned`;
    return refuse('SETTING_OUT_OF_RANGE', { name: 'effectiveAt', allowed });
  }
  return ok(entryOf(entered, effectiveAt));
}

/** Number in units, one of a few words, or null for a setting that is unset. */
type Value = bigint | string | null;

const fieldNamed = (fields: Fields, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

function entryOf(
  entered: ReadonlyMap<Field['key'], { readonly value: Value }>,
  effectiveAt: Instant | null,
): SettingsEntry {
  const { lmt, lmtInSol, ...change } = Object.fromEntries(
    [...entered].map(([key, { value }]) => [key, value]),
  );
  return {
    change,
    prices: {
      lmt: (lmt ?? null) as LmtPrice | null,
      lmtInSol: (lmtInSol ?? null) as Lamports | null,
    },
    effectiveAt,
  };
}

/** Parses a value. Returns the issue if it is malformed. */
function readValue(
  value: unknown,
  { decimals, choices, isOptional }: Field,
): { readonly value: Value } | { readonly issue: string } {
  if (value === null && isOptional) return { value };
  if (choices) {
    return typeof value === 'string' && choices.includes(value)
      ? { value }
      : { issue: `must be one of ${choices.join(', ')}` };
  }
  const units = ownerUnits(value, decimals);
  return typeof units === 'string' ? { issue: units } : { value: units };
}
