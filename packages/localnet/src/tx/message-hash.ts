import { hash } from 'node:crypto';
import { type Key, keyAt } from '../bytes/key.ts';
import type { Message, Transaction } from './parse.ts';

let newest: { readonly message: Message; readonly hash: Key } | null = null;

/** What tells messages apart. The newest is kept: landing a message asks for it twice, to compare and to store. */
export function messageHash({ message }: Transaction): Key {
  if (newest?.message !== message) {
    newest = { message, hash: keyAt(hash('sha256', message.bytes, 'buffer')) };
  }
  return newest.hash;
}
