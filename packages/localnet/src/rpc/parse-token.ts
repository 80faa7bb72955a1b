import type { Json } from '../bytes/json.ts';
import { keyAt, keyText } from '../bytes/key.ts';
import type { InstructionParser, Parsed } from './instruction-parser.ts';
import { tokenAmount } from './token-amount.ts';

type Info = { readonly [name: string]: Json };
interface Shape {
  readonly type: string;
  /** What the accounts are, in order; the last is the authority. */
  readonly accounts: readonly string[];
  /** Bytes of data that its arguments take. */
  readonly bytes: number;
  readonly args?: (data: Buffer) => Info;
}

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

/** The instructions that both token programs share, by their first byte. */
const SHAPES: Readonly<Record<number, Shape>> = {
  0: { type: 'initializeMint', accounts: ['mint', 'rentSysvar'], bytes: 35, args: mint },
  1: { type: 'initializeAccount', accounts: ['account', 'mint', 'owner', 'rentSysvar'], bytes: 1 },
  3: { type: 'transfer', accounts: ['source', 'destination', 'authority'], bytes: 9, args: units },
  4: { type: 'approve', accounts: ['source', 'delegate', 'owner'], bytes: 9, args: units },
  5: { type: 'revoke', accounts: ['source', 'owner'], bytes: 1 },
  7: { type: 'mintTo', accounts: ['mint', 'account', 'mintAuthority'], bytes: 9, args: units },
  8: { type: 'burn', accounts: ['account', 'mint', 'authority'], bytes: 9, args: units },
  9: { type: 'closeAccount', accounts: ['account', 'destination', 'owner'], bytes: 1 },
  10: { type: 'freezeAccount', accounts: ['account', 'mint', 'freezeAuthority'], bytes: 1 },
  11: { type: 'thawAccount', accounts: ['account', 'mint', 'freezeAuthority'], bytes: 1 },
  12: {
    type: 'transferChecked',
    accounts: ['source', 'mint', 'destination', 'authority'],
    bytes: 10,
    args: checked,
  },
  13: {
    type: 'approveChecked',
    accounts: ['source', 'mint', 'delegate', 'owner'],
    bytes: 10,
    args: checked,
  },
  14: {
    type: 'mintToChecked',
    accounts: ['mint', 'account', 'mintAuthority'],
    bytes: 10,
    args: checked,
  },
  15: { type: 'burnChecked', accounts: ['account', 'mint', 'authority'], bytes: 10, args: checked },
  16: {
    type: 'initializeAccount2',
    accounts: ['account', 'mint', 'rentSysvar'],
    bytes: 33,
    args: owner,
  },
  17: { type: 'syncNative', accounts: ['account'], bytes: 1 },
  18: { type: 'initializeAccount3', accounts: ['account', 'mint'], bytes: 33, args: owner },
  20: { type: 'initializeMint2', accounts: ['mint'], bytes: 35, args: mint },
  21: { type: 'getAccountDataSize', accounts: ['mint'], bytes: 1 },
  22: { type: 'initializeImmutableOwner', accounts: ['account'], bytes: 1 },
};

const AUTHORITIES: Readonly<Record<string, string>> = {
  authority: 'multisigAuthority',
  owner: 'multisigOwner',
  mintAuthority: 'multisigMintAuthority',
  freezeAuthority: 'multisigFreezeAuthority',
};

/** Instructions of a token program, in a cluster's words. */
export const parseToken: InstructionParser = (data, accounts): Parsed => {
  const shape = SHAPES[data[0] ?? -1];
  if (!shape || data.length < shape.bytes || accounts.length < shape.accounts.length) return null;
  const info: Record<string, Json> = {};
  const signers = accounts.slice(shape.accounts.length);
  for (const [i, name] of shape.accounts.entries()) {
    // Accounts after the authority are the signers of a multisig.
    const multisig =
      i === shape.accounts.length - 1 && signers.length > 0 ? AUTHORITIES[name] : undefined;
    info[multisig ?? name] = accounts[i] ?? '';
    if (multisig !== undefined) info['signers'] = signers;
  }
  return { type: shape.type, info: { ...info, ...shape.args?.(data) } };
};
