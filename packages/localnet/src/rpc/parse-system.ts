import type { Json } from '../bytes/json.ts';
import { keyText } from '../bytes/key.ts';
import { Reader } from '../bytes/reader.ts';
import type { InstructionParser, Parsed } from './instruction-parser.ts';

type Read = (data: Reader) => Json;
/** Instruction type, account names, and argument parsers, both in order. */
type Shape = readonly [
  type: string,
  accounts: readonly string[],
  args?: Readonly<Record<string, Read>>,
];

const key: Read = (data) => keyText(data.key());
const u64: Read = (data) => data.u64();
/** Length prefix of 64 bits. */
const seed: Read = (data) => data.take(Number(data.u64())).toString('utf8');

/** Instructions of the system program, by instruction number. */
const SHAPES: readonly Shape[] = [
  ['createAccount', ['source', 'newAccount'], { lamports: u64, space: u64, owner: key }],
  ['assign', ['account'], { owner: key }],
  ['transfer', ['source', 'destination'], { lamports: u64 }],
  [
    'createAccountWithSeed',
    ['source', 'newAccount'],
    { base: key, seed, lamports: u64, space: u64, owner: key },
  ],
  ['advanceNonce', ['nonceAccount', 'recentBlockhashesSysvar', 'nonceAuthority']],
  [
    'withdrawFromNonce',
    ['nonceAccount', 'destination', 'recentBlockhashesSysvar', 'rentSysvar', 'nonceAuthority'],
    { lamports: u64 },
  ],
  [
    'initializeNonce',
    ['nonceAccount', 'recentBlockhashesSysvar', 'rentSysvar'],
    { nonceAuthority: key },
  ],
  ['authorizeNonce', ['nonceAccount', 'nonceAuthority'], { newAuthorized: key }],
  ['allocate', ['account'], { space: u64 }],
  ['allocateWithSeed', ['account'], { base: key, seed, space: u64, owner: key }],
  ['assignWithSeed', ['account'], { base: key, seed, owner: key }],
  [
    'transferWithSeed',
    ['source', 'sourceBase', 'destination'],
    { lamports: u64, sourceSeed: seed, sourceOwner: key },
  ],
  ['upgradeNonce', ['nonceAccount']],
];

/** Parses system program instructions; names as on a cluster. */
export const parseSystem: InstructionParser = (data, accounts): Parsed => {
  if (data.length < 4) return null;
  const reader = new Reader(data);
  const [type, names = [], args = {}] = SHAPES[reader.u32()] ?? [];
  if (type === undefined || accounts.length < names.length) return null;
  try {
    const named = names.map((name, i): [string, Json] => [name, accounts[i] ?? '']);
    const read = Object.entries(args).map(([name, take]): [string, Json] => [name, take(reader)]);
    return { type, info: Object.fromEntries([...named, ...read]) };
  } catch (error) {
    // Arguments are truncated.
    if (error instanceof RangeError) return null;
    throw error;
  }
};
