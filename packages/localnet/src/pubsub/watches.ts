import type { Account } from '../bank/account.ts';
import { sameAccount } from '../bank/account.ts';
import type { Chain } from '../bank/chain.ts';
import { encodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import { type Key, keyText } from '../bytes/key.ts';
import { slotAt } from '../clock.ts';
import { SYSTEM } from '../programs.ts';
import { ACCOUNT_ENCODINGS, encodeNotified } from '../rpc/encode-account.ts';
import { invalidParams } from '../rpc/errors.ts';
import { filtersOf, passes } from '../rpc/filters.ts';
import {
  type Config,
  type Params,
  commitmentOf,
  config,
  pubkey,
  signature,
  texts,
  variant,
} from '../rpc/params.ts';
import { parseTransaction } from '../tx/parse.ts';
import { type ChainChanges, inSlot } from './chain-changes.ts';

/** Source of the notifications of one subscription. */
export interface Watch {
  /** Results for the changes as JSON; null if nothing changed. */
  readonly resultsIn: (changes: ChainChanges) => readonly string[] | null;
  /** True after the last notification; default false. */
  readonly isOver?: () => boolean;
}

type Watching = (params: Params, chain: Chain) => Watch;

/** A closed account, as a cluster reports it. */
const CLOSED: Account = {
  lamports: 0n,
  data: Buffer.alloc(0),
  owner: SYSTEM,
  executable: false,
};

function accountOptions(options: unknown): Config {
  const asked = config(options);
  if (asked['encoding'] !== undefined && asked['encoding'] !== null) {
    variant(asked['encoding'], ACCOUNT_ENCODINGS);
  }
  return asked;
}

/** Notifies each change of an account at a commitment. */
const watchAccount: Watching = ([address, options], chain) => {
  const key = pubkey(address);
  const asked = accountOptions(options);
  const commitment = commitmentOf(asked);
  const lookUp = (other: Key) => chain.account(other, commitment);
  let last = lookUp(key);
  return {
    resultsIn: () => {
      const now = lookUp(key);
      if (now === last || sameAccount(now, last)) return null;
      last = now;
      const slot = slotAt(chain.slot, commitment);
      return [inSlot(slot, encodeNotified({ key, account: now ?? CLOSED }, asked, lookUp))];
    },
  };
};

/** Notifies changed accounts of a program. */
const watchProgram: Watching = ([program, options], chain) => {
  const owner = pubkey(program);
  const asked = accountOptions(options);
  const commitment = commitmentOf(asked);
  const filters = filtersOf(asked['filters']);
  const lookUp = (key: Key) => chain.account(key, commitment);
  return {
    resultsIn: (changes) => {
      const rows = changes.rows(commitment);
      if (rows.length === 0) return null;
      const changed = new Set(
        rows.flatMap((row) => changes.record(row).changes.map(({ key }) => key)),
      );
      const slot = slotAt(chain.slot, commitment);
      const results: string[] = [];
      for (const key of changed) {
        const account = lookUp(key);
        if (account?.owner !== owner || !passes(account, filters)) continue;
        const encoded = encodeNotified({ key, account }, asked, lookUp);
        results.push(inSlot(slot, { pubkey: keyText(key), account: encoded }));
      }
      return results;
    },
  };
};

/** Parses the filter of logsSubscribe: the key that logs must mention, or null for all. */
function mentionedOf(filter: unknown): Key | null {
  if (filter === 'all' || filter === 'allWithVotes') return null;
  const { mentions } = config(filter);
  const listed = texts(mentions);
  if (listed.length !== 1) throw invalidParams('Invalid Request: Only 1 address supported');
  return pubkey(listed[0]);
}

/** Notifies logs of transactions. */
const watchLogs: Watching = ([filter, options], { history }) => {
  const mentioned = mentionedOf(filter);
  const commitment = commitmentOf(config(options));
  const notificationOf = (changes: ChainChanges, row: number): string | null => {
    const { slot, transaction, loadedWritable, loadedReadonly, execution } = changes.record(row);
    const keys = [
      ...parseTransaction(transaction).message.staticKeys,
      ...loadedWritable,
      ...loadedReadonly,
    ];
    if (mentioned !== null && !keys.includes(mentioned)) return null;
    const { error, logs } = execution;
    const of = encodeBase58(history.signature(row));
    return inSlot(slot, { signature: of, err: error as Json, logs });
  };
  return {
    resultsIn: (changes) =>
      changes
        .rows(commitment)
        .map((row) => notificationOf(changes, row))
        .filter((each) => each !== null),
  };
};

/** Notifies that a transaction was received (on request), and its outcome at the commitment. */
const watchSignature: Watching = ([of, options], chain) => {
  const sought = signature(of);
  const asked = config(options);
  const commitment = commitmentOf(asked);
  let isAwaited = asked['enableReceivedNotification'] === true;
  let isOver = false;
  return {
    resultsIn: (changes) => {
      const row = chain.history.find(sought);
      if (row === null) return null;
      const slot = chain.history.slot(row);
      const results = isAwaited ? [inSlot(slot, 'receivedSignature')] : [];
      isAwaited = false;
      if (slot <= slotAt(chain.slot, commitment)) {
        isOver = true;
        const err = changes.record(row).execution.error as Json;
        results.push(inSlot(slot, { err }));
      }
      return results;
    },
    isOver: () => isOver,
  };
};

/** Subscriptions by name: `slot` stands for slotSubscribe, slotNotification and slotUnsubscribe. */
export const WATCHES: Readonly<Record<string, Watching>> = {
  account: watchAccount,
  logs: watchLogs,
  program: watchProgram,
  root: () => ({ resultsIn: ({ roots }) => roots }),
  signature: watchSignature,
  slot: () => ({ resultsIn: ({ slots }) => slots }),
};
