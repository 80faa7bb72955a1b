import { decodeBase58 } from '../bytes/base58.ts';
import type { Key } from '../bytes/key.ts';
import { slotAt } from '../clock.ts';
import type { ViewFault } from '../faults.ts';
import type { History } from '../store/history.ts';
import type { Chain } from './chain.ts';

type HistoryView = Pick<
  History,
  'find' | 'firstAfter' | 'has' | 'isDropped' | 'mentions' | 'signature' | 'slot'
>;

/** What a node answers from: the chain, or the view of a node that is behind or has forgotten some of it. */
export interface ChainView extends Pick<
  Chain,
  | 'account'
  | 'accounts'
  | 'blockhashes'
  | 'executor'
  | 'genesis'
  | 'leader'
  | 'record'
  | 'refusal'
  | 'resolve'
  | 'slot'
  | 'slotsBehind'
  | 'firstSlot'
  | 'slots'
> {
  readonly history: HistoryView;
}

/** The history without the rows that a node does not know. */
const partialHistory = (whole: History, knows: (row: number) => boolean): HistoryView => ({
  find(signature) {
    const row = whole.find(signature);
    return row !== null && knows(row) ? row : null;
  },
  *mentions(key) {
    for (const row of whole.mentions(key)) if (knows(row)) yield row;
  },
  isDropped: (row) => whole.isDropped(row) || !knows(row),
  firstAfter: (slot) => whole.firstAfter(slot),
  has: (row, flag) => whole.has(row, flag),
  signature: (row) => whole.signature(row),
  slot: (row) => whole.slot(row),
});

/**
 * A node that some faults have befallen. Programs run on the newest state all the same: what it sends on
 * is executed by the leader, which never lags, and a simulation is no older.
 */
function faultyView(chain: Chain, faults: readonly ViewFault[]): ChainView {
  const { accounts, blockhashes, executor, genesis, slots, history } = chain;
  const slotsBehind = Math.max(0, ...faults.map((of) => (of.kind === 'lag' ? of.slots : 0)));
  const slot = Math.max(0, chain.slot - slotsBehind);
  const firstSlot = Math.max(0, ...faults.map((of) => (of.kind === 'prune' ? of.before : 0)));
  const hidden = new Set(
    faults.flatMap((of) =>
      of.kind === 'hole' ? [history.find(decodeBase58(of.signature) ?? Buffer.alloc(64))] : [],
    ),
  );
  const knows = (row: number): boolean => {
    const landed = history.slot(row);
    return landed <= slot && landed >= firstSlot && !hidden.has(row);
  };
  /** A blockhash that is younger than the node's slot is strange to it. */
  const isYounger = (blockhash: Key): boolean =>
    blockhashes.slotOf(blockhash, chain.slot) !== null &&
    blockhashes.slotOf(blockhash, slot) === null;
  return {
    leader: chain,
    accounts,
    blockhashes,
    executor,
    genesis,
    slots,
    slot,
    slotsBehind,
    firstSlot,
    history: partialHistory(history, knows),
    account: (key, commitment) => chain.accountAt(key, slotAt(slot, commitment)),
    resolve: (transaction) => chain.resolve(transaction),
    refusal: (transaction) =>
      isYounger(transaction.message.blockhash) ? 'BlockhashNotFound' : chain.refusal(transaction),
    record: (row) => chain.record(row),
  };
}

/** The chain as a node with these faults sees it. */
export function viewOf(chain: Chain, faults: readonly ViewFault[]): ChainView {
  return faults.length === 0 ? chain : faultyView(chain, faults);
}
