import type { Json } from '../bytes/json.ts';
import { keyAt, keyText } from '../bytes/key.ts';
import type { InstructionParser, Parsed } from './instruction-parser.ts';
import { parseNonce } from './parse-nonce.ts';

const CREATE_ACCOUNT = 0;
const ASSIGN = 1;
const TRANSFER = 2;
const ALLOCATE = 8;

/** Instructions of the system program, in a cluster's words. */
export const parseSystem: InstructionParser = (data, accounts): Parsed => {
  const [first, second] = accounts;
  if (data.length < 4 || first === undefined) return null;
  const kind = data.readUInt32LE(0);
  if (kind === TRANSFER && data.length >= 12 && second !== undefined) {
    const info: Json = { destination: second, lamports: data.readBigUInt64LE(4), source: first };
    return { type: 'transfer', info };
  }
  if (kind === CREATE_ACCOUNT && data.length >= 52 && second !== undefined) {
    const info: Json = {
      lamports: data.readBigUInt64LE(4),
      newAccount: second,
      owner: keyText(keyAt(data, 20)),
      source: first,
      space: data.readBigUInt64LE(12),
    };
    return { type: 'createAccount', info };
  }
  if (kind === ASSIGN && data.length >= 36) {
    return { type: 'assign', info: { account: first, owner: keyText(keyAt(data, 4)) } };
  }
  if (kind === ALLOCATE && data.length >= 12) {
    return { type: 'allocate', info: { account: first, space: data.readBigUInt64LE(4) } };
  }
  return parseNonce(data, accounts);
};
