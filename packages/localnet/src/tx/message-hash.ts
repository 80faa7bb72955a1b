import { hash } from 'node:crypto';
import { type Key, keyAt } from '../bytes/key.ts';
import type { Message, Transaction } from './parse.ts';

let newest: { readonly message: Message; readonly hash: Key } | null = null;

/** Returns the hash that identifies a message. The newest is cached, because landing needs it twice. */
export function messageHash({ message }: Transaction): Key {
  if (newest?.message !== message) {
    newest = { message, hash: keyAt(hash('sha256', message.bytes, 'buffer')) };
  }
  return newest.hash;
}
