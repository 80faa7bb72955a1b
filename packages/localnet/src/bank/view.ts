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

/** The state that RPC methods read: the chain itself, or a lagging or pruned view of it. */
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

/** History restricted to the rows that `knows` accepts. */
const partialHistory = (history: History, knows: (row: number) => boolean): HistoryView => ({
  find(signature) {
    const row = history.find(signature);
    return row !== null && knows(row) ? row : null;
  },
  *mentions(key) {
    for (const row of history.mentions(key)) if (knows(row)) yield row;
  },
  isDropped: (row) => history.isDropped(row) || !knows(row),
  firstAfter: (slot) => history.firstAfter(slot),
  has: (row, flag) => history.has(row, flag),
  signature: (row) => history.signature(row),
  slot: (row) => history.slot(row),
});

/**
 * View of a node under faults. Executes on the newest state, because transactions are forwarded to the
 * leader, which never lags.
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
  /** True if the blockhash is newer than the node's slot, which makes it unknown to the node. */
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

/** Returns the chain as seen by a node under `faults`. */
export function viewOf(chain: Chain, faults: readonly ViewFault[]): ChainView {
  return faults.length === 0 ? chain : faultyView(chain, faults);
}
