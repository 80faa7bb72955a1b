import { decodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import { type Key, keyAt } from '../bytes/key.ts';
import { type Commitment, slotAt } from '../clock.ts';
import { invalidParams, minContextSlotNotReached } from './errors.ts';

/** Node software version reported to clients. */
export const API_VERSION = '3.1.0';
export const VERSION = { 'feature-set': 0, 'solana-core': API_VERSION } as const;

export type Params = readonly unknown[];
export type Config = Readonly<Record<string, unknown>>;

const COMMITMENTS: Readonly<Record<string, Commitment>> = {
  processed: 'processed',
  confirmed: 'confirmed',
  finalized: 'finalized',
  // Deprecated names, still sent by older clients.
  recent: 'processed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  root: 'finalized',
  max: 'finalized',
};

const COMMITMENT_NAMES = Object.keys(COMMITMENTS);

export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw invalidParams(`Invalid params: invalid type: ${typeof value}, expected a string.`);
}

export function natural(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw invalidParams(`Invalid params: invalid value: ${JSON.stringify(value)}, expected u64.`);
}

export function texts(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(text);
  throw invalidParams(`Invalid params: invalid type: ${typeof value}, expected a sequence.`);
}

/** Parses an enum option; throws an RpcError if the name is unknown. */
export function variant<T extends string>(value: unknown, names: readonly T[]): T {
  const found = names.find((name) => name === value);
  if (found !== undefined) return found;
  const expected = names.map((name) => `\`${name}\``).join(', ');
  throw invalidParams(
    `Invalid params: unknown variant \`${text(value)}\`, expected one of ${expected}.`,
  );
}

/** Parses the options object, the optional last parameter of most methods. */
export function config(value: unknown): Config {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Config;
  throw invalidParams(`Invalid params: invalid type: ${typeof value}, expected a struct.`);
}

function sized(value: unknown, bytes: number): Buffer {
  const decoded = decodeBase58(text(value));
  if (decoded === null) throw invalidParams('Invalid param: Invalid');
  if (decoded.length !== bytes) throw invalidParams('Invalid param: WrongSize');
  return decoded;
}

export function pubkey(value: unknown): Key {
  return keyAt(sized(value, 32));
}

export function signature(value: unknown): Buffer {
  return sized(value, 64);
}

/** Parses the commitment option `field`; default finalized. */
export function commitmentOf(options: Config, field = 'commitment'): Commitment {
  const asked = options[field];
  if (asked === undefined || asked === null) return 'finalized';
  return COMMITMENTS[variant(asked, COMMITMENT_NAMES)] ?? 'finalized';
}

/** Parses the commitment of a method that does not support `processed`. */
export function atLeastConfirmed(options: Config): Commitment {
  const commitment = commitmentOf(options);
  if (commitment !== 'processed') return commitment;
  throw invalidParams('Method does not support commitment below `confirmed`');
}

/** Parses options that may be a bare encoding. */
export function encodingOrConfig(value: unknown): Config {
  return typeof value === 'string' ? { encoding: value } : config(value);
}

/** Returns the slot at a commitment; throws if it is below the options' minContextSlot. */
export function contextSlot(slot: number, commitment: Commitment, options: Config): number {
  const reached = slotAt(slot, commitment);
  const wanted = options['minContextSlot'];
  if (wanted !== undefined && wanted !== null && reached < natural(wanted)) {
    throw minContextSlotNotReached(reached);
  }
  return reached;
}

/** Wraps a result with its context slot. */
export function withContext(slot: number, value: Json): Json {
  return { context: { apiVersion: API_VERSION, slot }, value };
}
