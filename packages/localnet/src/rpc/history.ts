import type { ChainView } from '../bank/view.ts';
import { encodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import { commitmentAt } from '../clock.ts';
import { FAILED, HAS_MEMO } from '../store/history.ts';
import { encodeRecord } from './encode-transaction.ts';
import { filterTransactionNotFound, invalidParams } from './errors.ts';
import type { Methods } from './method.ts';
import {
  type Config,
  atLeastConfirmed,
  config,
  contextSlot,
  encodingOrConfig,
  natural,
  pubkey,
  signature,
  text,
  texts,
  withContext,
} from './params.ts';
import { MEMO_V1, MEMO_V3 } from '../programs.ts';
import type { TransactionRecord } from '../store/record.ts';
import { parseTransaction } from '../tx/parse.ts';

const MAX_SIGNATURES = 1_000;
const MAX_STATUSES = 256;
/** Slots for which a cluster caches statuses. Older ones need a history search. */
const STATUS_CACHE_SLOTS = 300;

function errorOf(chain: ChainView, row: number): Json {
  return chain.history.has(row, FAILED) ? chain.record(row).execution.error : null;
}

function statusOf(chain: ChainView, row: number): Json {
  const slot = chain.history.slot(row);
  const err = errorOf(chain, row);
  const confirmationStatus = commitmentAt(chain.slot, slot);
  return {
    confirmationStatus,
    confirmations: confirmationStatus === 'finalized' ? null : chain.slot - slot,
    err,
    slot,
    status: err === null ? { Ok: null } : { Err: err },
  };
}

function limitOf(options: Config): number {
  const asked = options['limit'];
  const limit = asked === undefined || asked === null ? MAX_SIGNATURES : natural(asked);
  if (limit >= 1 && limit <= MAX_SIGNATURES) return limit;
  throw invalidParams(`Invalid limit; max ${MAX_SIGNATURES}`);
}

/** Returns the row of a paging option (`before`, `until`); undefined if it is not set. */
function rowOf(chain: ChainView, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const row = chain.history.find(signature(value));
  if (row === null) throw filterTransactionNotFound(text(value));
  return row;
}

function describe(chain: ChainView, row: number): Json {
  const slot = chain.history.slot(row);
  const memo = chain.history.has(row, HAS_MEMO) ? memoOf(chain.record(row)) : null;
  return {
    blockTime: chain.slots.blockTime(slot),
    confirmationStatus: commitmentAt(chain.slot, slot),
    err: errorOf(chain, row),
    memo,
    signature: encodeBase58(chain.history.signature(row)),
    slot,
  };
}

export const historyMethods: Methods = {
  getSignaturesForAddress: ([address, options], { chain }) => {
    const asked = config(options);
    const key = pubkey(address);
    const newestSlot = contextSlot(chain.slot, atLeastConfirmed(asked), asked);
    const limit = limitOf(asked);
    const before = rowOf(chain, asked['before']) ?? Number.POSITIVE_INFINITY;
    const until = rowOf(chain, asked['until']) ?? -1;
    const found: Json[] = [];
    for (const row of chain.history.mentions(key)) {
      if (row <= until || found.length === limit) break;
      if (row < before && chain.history.slot(row) <= newestSlot) found.push(describe(chain, row));
    }
    return found;
  },

  getSignatureStatuses: ([signatures, options], { chain }) => {
    const everything = config(options)['searchTransactionHistory'] === true;
    const listed = texts(signatures);
    if (listed.length > MAX_STATUSES) {
      throw invalidParams(`Too many inputs provided; max ${MAX_STATUSES}`);
    }
    const statuses = listed.map((each) => {
      const row = chain.history.find(signature(each));
      const known =
        row !== null && (everything || chain.slot - chain.history.slot(row) <= STATUS_CACHE_SLOTS);
      return known ? statusOf(chain, row) : null;
    });
    return withContext(chain.slot, statuses);
  },

  getTransaction: ([of, options], { chain }) => {
    const asked = encodingOrConfig(options);
    const row = chain.history.find(signature(of));
    const newestSlot = contextSlot(chain.slot, atLeastConfirmed(asked), {});
    if (row === null || chain.history.slot(row) > newestSlot) return null;
    return encodeRecord(chain, row, asked);
  },
};

/**
 * Returns the memos of top-level instructions, each with its length, as a cluster lists them; null if there
 * are none.
 * @example '[5] hello; [3] you'
 */
function memoOf(record: TransactionRecord): string | null {
  const { message } = parseTransaction(record.transaction);
  const memos: string[] = [];
  for (const { program, data } of message.instructions) {
    const id = message.staticKeys[program];
    if (id !== MEMO_V1 && id !== MEMO_V3) continue;
    memos.push(`[${data.length}] ${data.toString('utf8')}`);
  }
  return memos.length === 0 ? null : memos.join('; ');
}
