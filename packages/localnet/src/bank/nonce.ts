import { hash } from 'node:crypto';
import { type Key, keyAt, keyBytes } from '../bytes/key.ts';
import { SYSTEM } from '../programs.ts';
import type { Message } from '../tx/parse.ts';
import type { Account } from './account.ts';
import { isStaticWritable } from './resolve.ts';

/** Layout of a nonce account: version (u32), state (u32), authority, nonce, lamports per signature. */
const NONCE_BYTES = 80;
const AUTHORITY_AT = 8;
const NONCE_AT = 40;
const CURRENT_VERSION = 1;
const INITIALIZED = 1;
const ADVANCE_NONCE = 4;

/** The nonce account that a transaction uses instead of a blockhash. */
export interface NonceUse {
  readonly key: Key;
  readonly account: Account;
}

/** Returns the nonce value set by an advance while `blockhash` is the latest. */
function nextNonce(blockhash: Key): Key {
  return keyAt(
    hash('sha256', Buffer.concat([Buffer.from('DURABLE_NONCE'), keyBytes(blockhash)]), 'buffer'),
  );
}

function holds({ owner, data }: Account, nonce: Key): boolean {
  return (
    owner === SYSTEM &&
    data.length === NONCE_BYTES &&
    data.readUInt32LE(0) === CURRENT_VERSION &&
    data.readUInt32LE(4) === INITIALIZED &&
    keyAt(data, NONCE_AT) === nonce
  );
}

/**
 * Returns the nonce account of a message, or null. Its first instruction must advance an account that stores
 * the message's blockhash, and the account's authority must sign.
 */
export function nonceOf(message: Message, lookUp: (key: Key) => Account | null): NonceUse | null {
  const [first] = message.instructions;
  if (!first || message.staticKeys[first.program] !== SYSTEM) return null;
  if (first.data.length < 4 || first.data.readUInt32LE(0) !== ADVANCE_NONCE) return null;
  const [index] = first.accounts;
  const key = index === undefined ? undefined : message.staticKeys[index];
  if (index === undefined || key === undefined || !isStaticWritable(message, index)) return null;
  const account = lookUp(key);
  if (!account || !holds(account, message.blockhash)) return null;
  const authority = keyAt(account.data, AUTHORITY_AT);
  const signs = first.accounts.some(
    (each) => each < message.requiredSignatures && message.staticKeys[each] === authority,
  );
  return signs ? { key, account } : null;
}

/** False in the slot in which the nonce was stored. */
export function canAdvance({ blockhash }: Message, latest: Key): boolean {
  return blockhash !== nextNonce(latest);
}

/** Returns the account with its next nonce, derived from the `latest` blockhash. */
export function advanced(account: Account, latest: Key): Account {
  const data = Buffer.from(account.data);
  keyBytes(nextNonce(latest)).copy(data, NONCE_AT);
  return { ...account, data };
}
