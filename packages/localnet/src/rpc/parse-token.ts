import type { Json } from '../bytes/json.ts';
import { keyAt, keyText } from '../bytes/key.ts';
import type { InstructionParser, Parsed } from './instruction-parser.ts';
import { tokenAmount } from './token-amount.ts';

type Info = { readonly [name: string]: Json };
/**
 * Instruction type, account names in order (the last is the authority), minimum argument bytes, and argument
 * parser.
 */
type Shape = readonly [
  type: string,
  accounts: readonly string[],
  bytes: number,
  args?: (data: Buffer) => Info,
];

const units = (data: Buffer): Info => ({ amount: data.readBigUInt64LE(1).toString() });
const checked = (data: Buffer): Info => ({
  tokenAmount: tokenAmount(data.readBigUInt64LE(1), data[9] ?? 0),
});
const mint = (data: Buffer): Info => ({
  decimals: data[1] ?? 0,
  mintAuthority: keyText(keyAt(data, 2)),
  ...(data[34] === 1 && data.length >= 67 ? { freezeAuthority: keyText(keyAt(data, 35)) } : {}),
});
const owner = (data: Buffer): Info => ({ owner: keyText(keyAt(data, 1)) });

/** Instructions shared by both token programs, by first byte. */
const SHAPES: Readonly<Record<number, Shape>> = {
  0: ['initializeMint', ['mint', 'rentSysvar'], 35, mint],
  1: ['initializeAccount', ['account', 'mint', 'owner', 'rentSysvar'], 1],
  3: ['transfer', ['source', 'destination', 'authority'], 9, units],
  4: ['approve', ['source', 'delegate', 'owner'], 9, units],
  5: ['revoke', ['source', 'owner'], 1],
  7: ['mintTo', ['mint', 'account', 'mintAuthority'], 9, units],
  8: ['burn', ['account', 'mint', 'authority'], 9, units],
  9: ['closeAccount', ['account', 'destination', 'owner'], 1],
  10: ['freezeAccount', ['account', 'mint', 'freezeAuthority'], 1],
  11: ['thawAccount', ['account', 'mint', 'freezeAuthority'], 1],
  12: ['transferChecked', ['source', 'mint', 'destination', 'authority'], 10, checked],
  13: ['approveChecked', ['source', 'mint', 'delegate', 'owner'], 10, checked],
  14: ['mintToChecked', ['mint', 'account', 'mintAuthority'], 10, checked],
  15: ['burnChecked', ['account', 'mint', 'authority'], 10, checked],
  16: ['initializeAccount2', ['account', 'mint', 'rentSysvar'], 33, owner],
  17: ['syncNative', ['account'], 1],
  18: ['initializeAccount3', ['account', 'mint'], 33, owner],
  20: ['initializeMint2', ['mint'], 35, mint],
  21: ['getAccountDataSize', ['mint'], 1],
  22: ['initializeImmutableOwner', ['account'], 1],
};

const AUTHORITIES: Readonly<Record<string, string>> = {
  authority: 'multisigAuthority',
  owner: 'multisigOwner',
  mintAuthority: 'multisigMintAuthority',
  freezeAuthority: 'multisigFreezeAuthority',
};

/** Parses token program instructions; names as on a cluster. */
export const parseToken: InstructionParser = (data, accounts): Parsed => {
  const [type, names = [], bytes = 0, args] = SHAPES[data[0] ?? -1] ?? [];
  if (type === undefined || data.length < bytes || accounts.length < names.length) return null;
  const info: Record<string, Json> = {};
  const signers = accounts.slice(names.length);
  for (const [i, name] of names.entries()) {
    // Accounts after the authority are multisig signers.
    const multisig = i === names.length - 1 && signers.length > 0 ? AUTHORITIES[name] : undefined;
    info[multisig ?? name] = accounts[i] ?? '';
    if (multisig !== undefined) info['signers'] = signers;
  }
  return { type, info: { ...info, ...args?.(data) } };
};
