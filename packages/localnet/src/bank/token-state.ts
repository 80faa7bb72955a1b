import { type Key, keyAt } from '../bytes/key.ts';
import type { Account } from './account.ts';

const ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
/** Offset of the account type byte in accounts with extensions. */
const KIND_AT = ACCOUNT_BYTES;
const KIND_MINT = 1;
const KIND_ACCOUNT = 2;

const STATES = ['uninitialized', 'initialized', 'frozen'] as const;

export interface TokenAccount {
  readonly mint: Key;
  readonly owner: Key;
  readonly units: bigint;
  readonly delegate: Key | null;
  readonly state: (typeof STATES)[number];
  /** Rent-exempt reserve of a wrapped SOL account, in lamports; null for other mints. */
  readonly rentReserve: bigint | null;
  readonly delegatedUnits: bigint;
  readonly closeAuthority: Key | null;
}

export interface Mint {
  readonly authority: Key | null;
  readonly supply: bigint;
  readonly decimals: number;
  readonly freezeAuthority: Key | null;
}

function isTokenAccount({ data }: Account): boolean {
  const sized =
    data.length === ACCOUNT_BYTES ||
    (data.length > ACCOUNT_BYTES && data[KIND_AT] === KIND_ACCOUNT);
  return sized && data[108] !== 0;
}

function optionalKey(data: Buffer, at: number): Key | null {
  return data.readUInt32LE(at) === 0 ? null : keyAt(data, at + 4);
}

/** Returns the owner wallet of a token account; null if the account is not a token account. */
export function tokenAccountOwner(account: Account): Key | null {
  return isTokenAccount(account) ? keyAt(account.data, 32) : null;
}

/** Parses a token account; null if it is not one. */
export function readTokenAccount(account: Account): TokenAccount | null {
  if (!isTokenAccount(account)) return null;
  const { data } = account;
  return {
    mint: keyAt(data, 0),
    owner: keyAt(data, 32),
    units: data.readBigUInt64LE(64),
    delegate: optionalKey(data, 72),
    state: STATES[data[108] ?? 0] ?? 'uninitialized',
    rentReserve: data.readUInt32LE(109) === 0 ? null : data.readBigUInt64LE(113),
    delegatedUnits: data.readBigUInt64LE(121),
    closeAuthority: optionalKey(data, 129),
  };
}

/** Parses a mint; null if it is not one. */
export function readMint({ data }: Account): Mint | null {
  const sized =
    data.length === MINT_BYTES || (data.length > ACCOUNT_BYTES && data[KIND_AT] === KIND_MINT);
  if (!sized || data[45] === 0) return null;
  return {
    authority: optionalKey(data, 0),
    supply: data.readBigUInt64LE(36),
    decimals: data[44] ?? 0,
    freezeAuthority: optionalKey(data, 46),
  };
}
