import { type Key, keyAt } from '../bytes/key.ts';
import type { Account } from './account.ts';

const ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
/** Of an account with extensions: the byte after the base tells what it is. */
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
  /** Of wrapped SOL: the lamports that keep the account alive; null for any other mint. */
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

/** The wallet behind an account of a token program; null where that is a mint or nothing yet. */
export function tokenAccountOwner(account: Account): Key | null {
  return isTokenAccount(account) ? keyAt(account.data, 32) : null;
}

/** An account of a token program, read as a token account; null where it is none. */
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

/** An account of a token program, read as a mint; null where it is none. */
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
