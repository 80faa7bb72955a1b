import { keyAt, keyText } from '../bytes/key.ts';
import type { InstructionParser, Parsed } from './instruction-parser.ts';

const ADVANCE = 4;
const WITHDRAW = 5;
const INITIALIZE = 6;
const AUTHORIZE = 7;
const UPGRADE = 12;

/** Instructions of the system program on nonce accounts, in a cluster's words. */
export const parseNonce: InstructionParser = (data, accounts): Parsed => {
  const kind = data.readUInt32LE(0);
  const [nonceAccount = '', second = '', third = '', fourth = '', fifth = ''] = accounts;
  const has = (count: number, bytes: number): boolean =>
    accounts.length >= count && data.length >= bytes;
  if (kind === ADVANCE && has(3, 4)) {
    const info = { nonceAccount, recentBlockhashesSysvar: second, nonceAuthority: third };
    return { type: 'advanceNonce', info };
  }
  if (kind === WITHDRAW && has(5, 12)) {
    const info = {
      nonceAccount,
      destination: second,
      recentBlockhashesSysvar: third,
      rentSysvar: fourth,
      nonceAuthority: fifth,
      lamports: data.readBigUInt64LE(4),
    };
    return { type: 'withdrawFromNonce', info };
  }
  if (kind === INITIALIZE && has(3, 36)) {
    const info = {
      nonceAccount,
      recentBlockhashesSysvar: second,
      rentSysvar: third,
      nonceAuthority: keyText(keyAt(data, 4)),
    };
    return { type: 'initializeNonce', info };
  }
  if (kind === AUTHORIZE && has(2, 36)) {
    const info = { nonceAccount, nonceAuthority: second, newAuthorized: keyText(keyAt(data, 4)) };
    return { type: 'authorizeNonce', info };
  }
  return kind === UPGRADE && has(1, 4) ? { type: 'upgradeNonce', info: { nonceAccount } } : null;
};
