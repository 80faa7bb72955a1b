import { MEMO_V1, MEMO_V3 } from '../programs.ts';
import type { TransactionRecord } from '../store/record.ts';
import { parseTransaction } from '../tx/parse.ts';

/**
 * The memos of a transaction's own instructions, each after its length, as a cluster lists them.
 *
 * @example '[5] hello; [3] you'
 */
export function memoOf(record: TransactionRecord): string | null {
  const { message } = parseTransaction(record.transaction);
  const memos: string[] = [];
  for (const { program, data } of message.instructions) {
    const id = message.staticKeys[program];
    if (id !== MEMO_V1 && id !== MEMO_V3) continue;
    memos.push(`[${data.length}] ${data.toString('utf8')}`);
  }
  return memos.length === 0 ? null : memos.join('; ');
}
