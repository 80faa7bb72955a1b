import { type Key, KEY_BYTES, keyAt } from '../bytes/key.ts';
import { LOOKUP_TABLE, UPGRADEABLE_LOADER, isReserved } from '../programs.ts';
import type { Lookup, Message } from '../tx/parse.ts';
import type { Account } from './account.ts';

/** Offsets in a lookup table account: addresses, slot of the last extension, and first index of that extension. */
const ADDRESSES_AT = 56;
const EXTENDED_SLOT_AT = 12;
const EXTENDED_START_AT = 20;

/** Keys of a message in index order, including those loaded from lookup tables. */
export interface ResolvedKeys {
  readonly keys: readonly Key[];
  readonly loadedWritable: readonly Key[];
  readonly loadedReadonly: readonly Key[];
}

type LookupFailure =
  | 'AddressLookupTableNotFound'
  | 'InvalidAddressLookupTableOwner'
  | 'InvalidAddressLookupTableData'
  | 'InvalidAddressLookupTableIndex';

function load(table: Account | null, lookup: Lookup, slot: number): [Key[], Key[]] | LookupFailure {
  if (table === null) return 'AddressLookupTableNotFound';
  if (table.owner !== LOOKUP_TABLE) return 'InvalidAddressLookupTableOwner';
  const { data } = table;
  if (data.length < ADDRESSES_AT) return 'InvalidAddressLookupTableData';
  // Addresses added in the current slot become usable in the next slot.
  const fresh = data.readBigUInt64LE(EXTENDED_SLOT_AT) === BigInt(slot);
  const count = fresh ? (data[EXTENDED_START_AT] ?? 0) : (data.length - ADDRESSES_AT) / KEY_BYTES;
  const pick = (index: number): Key => keyAt(data, ADDRESSES_AT + KEY_BYTES * index);
  for (const index of lookup.writable) if (index >= count) return 'InvalidAddressLookupTableIndex';
  for (const index of lookup.readonly) if (index >= count) return 'InvalidAddressLookupTableIndex';
  return [Array.from(lookup.writable, pick), Array.from(lookup.readonly, pick)];
}

/** Resolves the lookup tables of a message as of `slot`. Returns an error name if a lookup fails. */
export function resolveKeys(
  message: Message,
  slot: number,
  account: (key: Key) => Account | null,
): ResolvedKeys | LookupFailure {
  const loadedWritable: Key[] = [];
  const loadedReadonly: Key[] = [];
  for (const lookup of message.lookups) {
    const loaded = load(account(lookup.table), lookup, slot);
    if (typeof loaded === 'string') return loaded;
    loadedWritable.push(...loaded[0]);
    loadedReadonly.push(...loaded[1]);
  }
  const keys =
    message.lookups.length === 0
      ? message.staticKeys
      : [...message.staticKeys, ...loadedWritable, ...loadedReadonly];
  return { keys, loadedWritable, loadedReadonly };
}

/** True if the message marks the static key at `index` as writable. */
export function isStaticWritable(message: Message, index: number): boolean {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys } = message;
  return index < requiredSignatures
    ? index < requiredSignatures - readonlySigned
    : index < staticKeys.length - readonlyUnsigned;
}

/** Returns for each key whether the transaction may write it. Reserved keys and called programs are never writable. */
export function writableFlags(message: Message, resolved: ResolvedKeys): boolean[] {
  const { staticKeys } = message;
  const called = new Set(message.instructions.map(({ program }) => program));
  const upgrades = resolved.keys.includes(UPGRADEABLE_LOADER);
  return resolved.keys.map((key, i) => {
    if (isReserved(key) || (called.has(i) && !upgrades)) return false;
    if (i < staticKeys.length) return isStaticWritable(message, i);
    return i < staticKeys.length + resolved.loadedWritable.length;
  });
}
