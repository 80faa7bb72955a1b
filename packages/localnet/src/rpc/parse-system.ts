import type { Json } from '../bytes/json.ts';
import { keyText } from '../bytes/key.ts';
import { Reader } from '../bytes/reader.ts';
import type { InstructionParser, Parsed } from './instruction-parser.ts';

type Info = { readonly [name: string]: Json };
interface Shape {
  readonly type: string;
  /** What the accounts are, in order. */
  readonly accounts: readonly string[];
  readonly args?: (reader: Reader) => Info;
}

const key = (reader: Reader): string => keyText(reader.key());
/** Its length takes 64 bits. */
const seed = (reader: Reader): string => reader.take(Number(reader.u64())).toString('utf8');

/** The instructions of the system program, by the number that they begin with. */
const SHAPES: readonly (Shape | undefined)[] = [
  {
    type: 'createAccount',
    accounts: ['source', 'newAccount'],
    args: (data) => ({ lamports: data.u64(), space: data.u64(), owner: key(data) }),
  },
  { type: 'assign', accounts: ['account'], args: (data) => ({ owner: key(data) }) },
  {
    type: 'transfer',
    accounts: ['source', 'destination'],
    args: (data) => ({ lamports: data.u64() }),
  },
  {
    type: 'createAccountWithSeed',
    accounts: ['source', 'newAccount'],
    args: (data) => ({
      base: key(data),
      seed: seed(data),
      lamports: data.u64(),
      space: data.u64(),
      owner: key(data),
    }),
  },
  {
    type: 'advanceNonce',
    accounts: ['nonceAccount', 'recentBlockhashesSysvar', 'nonceAuthority'],
  },
  {
    type: 'withdrawFromNonce',
    accounts: [
      'nonceAccount',
      'destination',
      'recentBlockhashesSysvar',
      'rentSysvar',
      'nonceAuthority',
    ],
    args: (data) => ({ lamports: data.u64() }),
  },
  {
    type: 'initializeNonce',
    accounts: ['nonceAccount', 'recentBlockhashesSysvar', 'rentSysvar'],
    args: (data) => ({ nonceAuthority: key(data) }),
  },
  {
    type: 'authorizeNonce',
    accounts: ['nonceAccount', 'nonceAuthority'],
    args: (data) => ({ newAuthorized: key(data) }),
  },
  { type: 'allocate', accounts: ['account'], args: (data) => ({ space: data.u64() }) },
  {
    type: 'allocateWithSeed',
    accounts: ['account'],
    args: (data) => ({ base: key(data), seed: seed(data), space: data.u64(), owner: key(data) }),
  },
  {
    type: 'assignWithSeed',
    accounts: ['account'],
    args: (data) => ({ base: key(data), seed: seed(data), owner: key(data) }),
  },
  {
    type: 'transferWithSeed',
    accounts: ['source', 'sourceBase', 'destination'],
    args: (data) => ({ lamports: data.u64(), sourceSeed: seed(data), sourceOwner: key(data) }),
  },
  { type: 'upgradeNonce', accounts: ['nonceAccount'] },
];

/** Instructions of the system program, in a cluster's words. */
export const parseSystem: InstructionParser = (data, accounts): Parsed => {
  if (data.length < 4) return null;
  const reader = new Reader(data);
  const shape = SHAPES[reader.u32()];
  if (!shape || accounts.length < shape.accounts.length) return null;
  try {
    const named = shape.accounts.map((name, i) => [name, accounts[i] ?? ''] as const);
    return { type: shape.type, info: { ...Object.fromEntries(named), ...shape.args?.(reader) } };
  } catch (error) {
    // Arguments that end too early.
    if (error instanceof RangeError) return null;
    throw error;
  }
};
