import type { ChainView } from '../bank/view.ts';
import { encodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import { keyText } from '../bytes/key.ts';
import { slotAt } from '../clock.ts';
import { encodeAccountsOnly, encodeInBlock } from './encode-transaction.ts';
import { blockCleanedUp, blockNotAvailable, invalidParams } from './errors.ts';
import type { Methods } from './method.ts';
import {
  type Config,
  atLeastConfirmed,
  commitmentOf,
  config,
  contextSlot,
  encodingOrConfig,
  natural,
  variant,
} from './params.ts';

const MAX_BLOCKS = 500_000;
const DETAILS = ['full', 'accounts', 'signatures', 'none'] as const;

/** Returns the rows of a slot's transactions, in order. */
function rowsOf({ history }: ChainView, slot: number): number[] {
  const rows: number[] = [];
  for (let row = history.firstAfter(slot - 1); row < history.firstAfter(slot); row++) {
    if (!history.isDropped(row)) rows.push(row);
  }
  return rows;
}

function transactionsOf(chain: ChainView, slot: number, options: Config): { [name: string]: Json } {
  const rows = rowsOf(chain, slot);
  const details = variant(options['transactionDetails'] ?? 'full', DETAILS);
  switch (details) {
    case 'none':
      return {};
    case 'signatures':
      return { signatures: rows.map((row) => encodeBase58(chain.history.signature(row))) };
    case 'accounts':
      return {
        transactions: rows.map((row) => () => encodeAccountsOnly(chain.record(row), options)),
      };
    case 'full':
      return {
        transactions: rows.map(
          (row) => () =>
            encodeInBlock(chain.record(row), options, (key) => chain.account(key, 'processed')),
        ),
      };
  }
}

function encodeBlock(chain: ChainView, slot: number, options: Config): Json {
  const parentSlot = Math.max(0, slot - 1);
  return {
    blockHeight: slot,
    blockTime: chain.slots.blockTime(slot),
    blockhash: keyText(chain.blockhashes.of(slot)),
    parentSlot,
    previousBlockhash: keyText(chain.blockhashes.of(parentSlot)),
    ...(options['rewards'] === false ? {} : { rewards: [], numRewardPartitions: null }),
    ...transactionsOf(chain, slot, options),
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

/** Block methods. Every slot has a block, so heights equal slots. */
export const blockMethods: Methods = {
  getBlock: ([slot, options], { chain }) => {
    const asked = encodingOrConfig(options);
    const at = natural(slot);
    if (at > slotAt(chain.slot, atLeastConfirmed(asked))) throw blockNotAvailable(at);
    if (at < chain.firstSlot) throw blockCleanedUp(at, chain.firstSlot);
    return encodeBlock(chain, at, asked);
  },

  getBlocks: ([start, endOrOptions, options], { chain }) => {
    const isOptions = typeof endOrOptions === 'object' && endOrOptions !== null;
    const asked = config(isOptions ? endOrOptions : options);
    const from = Math.max(natural(start), chain.firstSlot);
    const newest = contextSlot(chain.slot, atLeastConfirmed(asked), asked);
    const isOpen = isOptions || endOrOptions === undefined || endOrOptions === null;
    const to = Math.min(isOpen ? from + MAX_BLOCKS : natural(endOrOptions), newest);
    if (to - from > MAX_BLOCKS) throw invalidParams(`Slot range too large; max ${MAX_BLOCKS}`);
    return range(from, to);
  },

  getBlocksWithLimit: ([start, limit, options], { chain }) => {
    const asked = config(options);
    const from = Math.max(natural(start), chain.firstSlot);
    const most = natural(limit);
    const newest = contextSlot(chain.slot, atLeastConfirmed(asked), asked);
    if (most > MAX_BLOCKS) throw invalidParams(`Limit too large; max ${MAX_BLOCKS}`);
    return range(from, Math.min(newest, from + most - 1));
  },

  getBlockHeight: ([options], { chain }) => {
    const asked = config(options);
    return contextSlot(chain.slot, commitmentOf(asked), asked);
  },

  getBlockTime: ([slot], { chain }) => {
    const asked = natural(slot);
    if (asked > chain.slot) throw blockNotAvailable(asked);
    if (asked < chain.firstSlot) throw blockCleanedUp(asked, chain.firstSlot);
    return chain.slots.blockTime(asked);
  },

  getFirstAvailableBlock: (_, { chain }) => chain.firstSlot,
  minimumLedgerSlot: (_, { chain }) => chain.firstSlot,
};
