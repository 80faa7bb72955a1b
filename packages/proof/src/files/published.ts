import { hashBytes } from '../tree/bytes.ts';
import { type Day, isDay } from './day.ts';
import { U64_MAX } from '../tree/record.ts';

/** Figures of the whole tree in a day's file. */
export interface PublishedDay {
  readonly day: Day;
  readonly root: string;
  readonly totalUnits: string;
  readonly leaves: number;
}

export interface PublishedStep {
  readonly side: 'left' | 'right';
  readonly hash: string;
  readonly units: string;
}

/** A leaf of a wallet: its salt and sum, its index among all leaves, and its path to the root. */
export interface PublishedEntry {
  readonly salt: string;
  readonly units: string;
  readonly index: number;
  readonly path: readonly PublishedStep[];
}

/** A wallet's own file, which only that wallet is given. */
export interface PublishedMine {
  readonly day: Day;
  readonly wallet: string;
  readonly root: string;
  readonly totalUnits: string;
  readonly entries: readonly PublishedEntry[];
}

const PATH_STEPS_MAX = 32;
const ENTRIES_MAX = 4;

/** True for up to 30 digits: a number beyond 64 bits is a fault with its own name. */
export const isDigits = (json: unknown): json is string =>
  typeof json === 'string' && /^(0|[1-9]\d{0,29})$/.test(json);

/** Returns the units of a text of digits; null if it is not one, or exceeds 64 bits. */
export function unitsIn(text: string): bigint | null {
  if (!isDigits(text)) return null;
  const units = BigInt(text);
  return units <= U64_MAX ? units : null;
}

/** Reads the figures of a day's file; null if it has another form. Other fields are ignored. */
export function readDay(json: unknown): PublishedDay | null {
  if (!isObject(json)) return null;
  const { day, root, totalUnits, leaves } = json;
  if (!isDayText(day) || !isHash(root) || !isDigits(totalUnits) || !isCount(leaves)) return null;
  return { day, root, totalUnits, leaves };
}

/** Reads a wallet's own file; null if it has another form. */
export function readMine(json: unknown): PublishedMine | null {
  if (!isObject(json)) return null;
  const { day, wallet, root, totalUnits, entries } = json;
  if (!isDayText(day) || typeof wallet !== 'string' || !isHash(root)) return null;
  if (!isDigits(totalUnits) || !Array.isArray(entries) || entries.length > ENTRIES_MAX) return null;
  const read = entries.map(readEntry).filter((entry) => entry !== null);
  return read.length === entries.length ? { day, wallet, root, totalUnits, entries: read } : null;
}

function readEntry(json: unknown): PublishedEntry | null {
  if (!isObject(json)) return null;
  const { salt, units, index, path } = json;
  if (!isHash(salt) || !isDigits(units) || !isCount(index)) return null;
  if (!Array.isArray(path) || path.length > PATH_STEPS_MAX || !path.every(isStep)) return null;
  return { salt, units, index, path };
}

function isStep(json: unknown): json is PublishedStep {
  if (!isObject(json)) return false;
  const { side, hash, units } = json;
  return (side === 'left' || side === 'right') && isHash(hash) && isDigits(units);
}

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null;
const isHash = (json: unknown): json is string =>
  typeof json === 'string' && hashBytes(json) !== null;
/** True for a whole number of 32 bits, the maximum number of steps of a path. */
const isCount = (json: unknown): json is number => (json as number) >>> 0 === json;
const isDayText = (json: unknown): json is Day => typeof json === 'string' && isDay(json);
