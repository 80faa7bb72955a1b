import type { Account } from '../bank/account.ts';
import { sameAccount } from '../bank/account.ts';
import type { Chain } from '../bank/chain.ts';
import { encodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import { type Key, keyText } from '../bytes/key.ts';
import { slotAt } from '../clock.ts';
import { SYSTEM } from '../programs.ts';
import { ACCOUNT_ENCODINGS, encodeTold } from '../rpc/encode-account.ts';
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
import { type Moment, inSlot } from './chain-changes.ts';

/** What one subscription notifies. */
export interface Watch {
  /** Results of a moment as JSON; null if nothing changed. */
  readonly news: (moment: Moment) => readonly string[] | null;
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
  const look = (other: Key) => chain.account(other, commitment);
  let last = look(key);
  return {
    news: () => {
      const now = look(key);
      if (now === last || sameAccount(now, last)) return null;
      last = now;
      const slot = slotAt(chain.slot, commitment);
      return [inSlot(slot, encodeTold({ key, account: now ?? CLOSED }, asked, look))];
    },
  };
};

/** Notifies changed accounts of a program. */
const watchProgram: Watching = ([program, options], chain) => {
  const owner = pubkey(program);
  const asked = accountOptions(options);
  const commitment = commitmentOf(asked);
  const filters = filtersOf(asked['filters']);
  const look = (key: Key) => chain.account(key, commitment);
  return {
    news: (moment) => {
      const rows = moment.rows(commitment);
      if (rows.length === 0) return null;
      const changed = new Set(
        rows.flatMap((row) => moment.record(row).changes.map(({ key }) => key)),
      );
      const slot = slotAt(chain.slot, commitment);
      const results: string[] = [];
      for (const key of changed) {
        const account = look(key);
        if (account?.owner !== owner || !passes(account, filters)) continue;
        const told = encodeTold({ key, account }, asked, look);
        results.push(inSlot(slot, { pubkey: keyText(key), account: told }));
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
  const tell = (moment: Moment, row: number): string | null => {
    const { slot, transaction, loadedWritable, loadedReadonly, execution } = moment.record(row);
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
    news: (moment) =>
      moment
        .rows(commitment)
        .map((row) => tell(moment, row))
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
    news: (moment) => {
      const row = chain.history.find(sought);
      if (row === null) return null;
      const slot = chain.history.slot(row);
      const results = isAwaited ? [inSlot(slot, 'receivedSignature')] : [];
      isAwaited = false;
      if (slot <= slotAt(chain.slot, commitment)) {
        isOver = true;
        const err = moment.record(row).execution.error as Json;
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
  root: () => ({ news: ({ roots }) => roots }),
  signature: watchSignature,
  slot: () => ({ news: ({ slots }) => slots }),
};
