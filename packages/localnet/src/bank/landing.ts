import { hash } from 'node:crypto';
import { type Key, keyAt } from '../bytes/key.ts';
import { MEMO_V1, MEMO_V3 } from '../programs.ts';
import { FAILED, HAS_MEMO } from '../store/history.ts';
import type { Journal, JournalEntry } from '../store/journal.ts';
import {
  type Landing,
  type RollbackRecord,
  type TransactionRecord,
  decodeForReplay,
} from '../store/record.ts';
import { type Message, type Transaction, parseTransaction } from '../tx/parse.ts';
import { areSignaturesValid } from '../tx/verify.ts';
import type { Effects } from './executor.ts';
import type { ResolvedKeys } from './resolve.ts';

let newest: { readonly message: Message; readonly hash: Key } | null = null;

/** Returns the hash that identifies a message. The newest is cached, because landing needs it twice. */
export function messageHash({ message }: Transaction): Key {
  if (newest?.message !== message) {
    newest = { message, hash: keyAt(hash('sha256', message.bytes, 'buffer')) };
  }
  return newest.hash;
}

interface Executed {
  readonly transaction: Transaction;
  readonly resolved: ResolvedKeys;
  readonly effects: Effects;
  readonly slot: number;
}

/** Builds the journal record of a landed transaction. */
export function recordOf({ transaction, resolved, effects, slot }: Executed): TransactionRecord {
  const hasFailed = effects.execution.error !== null;
  const hasMemo = transaction.message.staticKeys.some((key) => key === MEMO_V1 || key === MEMO_V3);
  // Copied field by field, because a spread takes as long as the encoding.
  return {
    execution: effects.execution,
    fee: effects.fee,
    pre: effects.pre,
    post: effects.post,
    preTokens: effects.preTokens,
    postTokens: effects.postTokens,
    changes: effects.changes,
    slot,
    flags: (hasFailed ? FAILED : 0) | (hasMemo ? HAS_MEMO : 0),
    transaction: transaction.bytes,
    loadedWritable: resolved.loadedWritable,
    loadedReadonly: resolved.loadedReadonly,
  };
}

interface Replayed {
  readonly offset: number;
  readonly read: Landing | RollbackRecord;
}

const replayed = ({ offset, record }: JournalEntry): Replayed => ({
  offset,
  read: decodeForReplay(record),
});

/**
 * Reads the journal from offset `from`. A process killed while landing may have written a transaction before
 * it verified the signatures: the newest record is verified here and retracted if invalid.
 */
export function* replayChecked(journal: Journal, from: number): Generator<Replayed> {
  let newest: JournalEntry | null = null;
  for (const entry of journal.replay(from)) {
    if (newest) yield replayed(newest);
    newest = entry;
  }
  if (!newest) return;
  const { offset, read } = replayed(newest);
  if ('rollbackTo' in read || areSignaturesValid(parseTransaction(read.transaction))) {
    yield { offset, read };
  } else {
    journal.retract(offset);
  }
}
