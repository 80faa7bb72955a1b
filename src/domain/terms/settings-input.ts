import { DECIMALS, LMT_PRICE_DECIMALS, type Lamports, type LmtPrice } from '../base/money.ts';
import { ownerUnits } from '../base/owner-units.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { ENTERED, type EnteredPrices, type SettingsChange } from './settings.ts';
import type { Settings } from './terms.ts';

/** What the owner sends: names with decimals, as text or as numbers. */
export type SettingsInput = { readonly [name: string]: unknown };

/** What was sent, in the units that it is kept in. */
export interface SettingsEntry {
  readonly change: SettingsChange;
  readonly prices: EnteredPrices;
}

interface Field {
  readonly key: keyof Settings | keyof EnteredPrices;
  readonly decimals: number;
  /** Whether null takes it back. */
  readonly isOptional?: true;
}
type Fields = { readonly [name: string]: Field };

/** By each name of the settings that a call changes. */
const fieldsOf = (call: 'settings' | 'revenue'): Fields =>
  Object.fromEntries(
    Object.entries(ENTERED)
      .filter(([, entered]) => entered.call === call)
      .flatMap(([key, { names, ...field }]) =>
        names.map((name) => [name, { ...field, key: key as keyof Settings }]),
      ),
  );

/** What `POST /api/admin/settings` changes, by name. */
export const SETTINGS: Fields = {
  ...fieldsOf('settings'),
  lmtPriceUSDC: { key: 'lmt', decimals: LMT_PRICE_DECIMALS },
  lmtPriceSOL: { key: 'lmtInSol', decimals: DECIMALS.SOL },
};

/** What `POST /api/admin/revenue` changes, by name. */
export const REVENUE: Fields = fieldsOf('revenue');

/** Reads a change of settings. Refused whole: 400 before 422, a value's form before an unknown name. */
export function readSettingsInput(input: SettingsInput): Result<SettingsEntry> {
  const { apyMode, ...numbers } = input;
  return read(SETTINGS, numbers, apyMode === undefined ? {} : { apyMode: apyMode as ApyMode });
}
type ApyMode = Settings['apyMode'];

/** Reads a change of the revenue streams or of the APY that the owner sets. */
export function readRevenueInput(input: SettingsInput): Result<SettingsEntry> {
  return read(REVENUE, input, {});
}

function read(fields: Fields, input: SettingsInput, known: SettingsChange): Result<SettingsEntry> {
  const sent = Object.entries(input).filter(([, value]) => value !== undefined);
  if (sent.length === 0 && Object.keys(known).length === 0) {
    return refuse('MALFORMED', { issues: ['body: names nothing to change'] });
  }
  const units = new Map<string, bigint | null>();
  const issues: string[] = [];
  for (const [name, value] of sent) {
    const field = fieldOf(fields, name);
    const parsed = field && unitsOf(value, field);
    if (typeof parsed === 'string') issues.push(`body.${name}: ${parsed}`);
    else if (parsed !== undefined) units.set(name, parsed);
  }
  if (issues.length > 0) return refuse('MALFORMED', { issues });
  const entered = new Map<Field['key'], { readonly name: string; readonly value: bigint | null }>();
  for (const [name] of sent) {
    const field = fieldOf(fields, name);
    if (!field) return refuse('SETTING_UNKNOWN', { name });
    const value = units.get(name) ?? null;
    const other = entered.get(field.key);
    if (other && other.value !== value) {
      return refuse('SETTING_OUT_OF_RANGE', { name, allowed: `the same as ${other.name}` });
    }
    entered.set(field.key, { name, value });
  }
  return ok(entryOf(entered, known));
}

const fieldOf = (fields: Fields, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

function entryOf(
  entered: ReadonlyMap<Field['key'], { readonly value: bigint | null }>,
  known: SettingsChange,
): SettingsEntry {
  const { lmt, lmtInSol, ...change } = Object.fromEntries(
    [...entered].map(([key, { value }]) => [key, value]),
  );
  return {
    change: { ...known, ...(change as SettingsChange) },
    prices: {
      lmt: (lmt ?? null) as LmtPrice | null,
      lmtInSol: (lmtInSol ?? null) as Lamports | null,
    },
  };
}

/** Units of what was sent; a text says what is wrong with its form. */
function unitsOf(value: unknown, { decimals, isOptional }: Field): bigint | null | string {
  return value === null && isOptional ? null : ownerUnits(value, decimals);
}
