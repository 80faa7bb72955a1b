import { encodeBase58 } from '../bytes/base58.ts';
import { blockNotAvailable } from './errors.ts';
import type { Methods } from './method.ts';
import { API_VERSION, commitmentOf, config, contextSlot, natural } from './params.ts';

const SLOTS_PER_EPOCH = 432_000;

/** What clients ask about the cluster as such. */
export const clusterMethods: Methods = {
  getHealth: () => 'ok',

  getVersion: () => ({ 'feature-set': 0, 'solana-core': API_VERSION }),

  getGenesisHash: (_, { chain }) => encodeBase58(chain.genesis.hash),

  getSlot: ([options], { chain }) => {
    const asked = config(options);
    return contextSlot(chain.slot, commitmentOf(asked), asked);
  },

  // Every slot has its block here, so that heights and slots are the same numbers.
  getBlockHeight: ([options], { chain }) => {
    const asked = config(options);
    return contextSlot(chain.slot, commitmentOf(asked), asked);
  },

  getBlockTime: ([slot], { chain }) => {
    const asked = natural(slot);
    if (asked > chain.slot) throw blockNotAvailable(asked);
    return chain.slots.blockTime(asked);
  },

  getEpochInfo: ([options], { chain }) => {
    const asked = config(options);
    const slot = contextSlot(chain.slot, commitmentOf(asked), asked);
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / SLOTS_PER_EPOCH),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: chain.history.firstAfter(slot),
    };
  },

  getMinimumBalanceForRentExemption: ([bytes], { chain }) =>
    chain.executor.svm.rentExemption(natural(bytes)),

  // Nobody competes for a block here: the least priority fee that got in was none.
  getRecentPrioritizationFees: (_, { chain }) =>
    Array.from({ length: 150 }, (_each, i) => ({
      slot: Math.max(0, chain.slot - 149 + i),
      prioritizationFee: 0,
    })),
};
