import type { Account } from '../bank/account.ts';
import { writableFlags } from '../bank/resolve.ts';
import { type Key, keyAt } from '../bytes/key.ts';
import { UPGRADEABLE_LOADER } from '../programs.ts';
import type { TransactionRecord } from '../store/record.ts';
import type { Message } from '../tx/parse.ts';
import type { AccountLookup } from './parse-account.ts';

/** Loaded bytes counted per account besides its data, and per lookup table (SIMD-0186). */
const ACCOUNT_BYTES = 64;
const TABLE_BYTES = 8_248;
/** Cost model units per signature, per write lock, and per loaded page. */
const SIGNATURE_UNITS = 720;
const LOCK_UNITS = 300;
const PAGE_UNITS = 8;
const PAGE_BYTES = 32 * 1_024;
const DATA_BYTES_PER_UNIT = 4;

function sizeOf(account: Account, lookUp: AccountLookup): number {
  const own = account.data.length + ACCOUNT_BYTES;
  const isUpgradeable = account.owner === UPGRADEABLE_LOADER && account.executable;
  const code = isUpgradeable ? lookUp(keyAt(account.data, 4)) : null;
  return own + (code ? code.data.length + ACCOUNT_BYTES : 0);
}

/** Returns the bytes of account data that a transaction loads. */
export function loadedBytes(
  { lookups }: Message,
  keys: readonly Key[],
  lookUp: AccountLookup,
): number {
  let bytes = lookups.length * TABLE_BYTES;
  for (const key of new Set(keys)) {
    const account = lookUp(key);
    if (account) bytes += sizeOf(account, lookUp);
  }
  return bytes;
}

/** Returns the block cost units of a landed transaction. */
export function costUnits(
  message: Message,
  record: TransactionRecord,
  lookUp: AccountLookup,
): number {
  const { loadedWritable, loadedReadonly, execution } = record;
  const keys = [...message.staticKeys, ...loadedWritable, ...loadedReadonly];
  const writable = writableFlags(message, { keys, loadedWritable, loadedReadonly });
  const dataBytes = message.instructions.reduce((sum, { data }) => sum + data.length, 0);
  const pages = Math.ceil(loadedBytes(message, keys, lookUp) / PAGE_BYTES);
  return (
    message.requiredSignatures * SIGNATURE_UNITS +
    writable.filter(Boolean).length * LOCK_UNITS +
    Math.floor(dataBytes / DATA_BYTES_PER_UNIT) +
    execution.units +
    pages * PAGE_UNITS
  );
}
