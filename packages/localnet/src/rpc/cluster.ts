import { encodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import { SLOTS_PER_EPOCH, slotAt } from '../clock.ts';
import { invalidParams, invalidRequest, nodeUnhealthy } from './errors.ts';
import type { Methods } from './method.ts';
import { VERSION, commitmentOf, config, contextSlot, natural, pubkey, texts } from './params.ts';

const MAX_ACCOUNT_BYTES = 10 * 1_024 * 1_024;
const MAX_LOCKS = 128;
const FEE_SLOTS = 150;
const MAX_SAMPLES = 720;
const SAMPLE_SECONDS = 60;
/** A node that lags by more slots reports itself unhealthy. */
const HEALTHY_SLOTS_BEHIND = 128;

export const clusterMethods: Methods = {
  getHealth: (_, { chain }) => {
    if (chain.slotsBehind > HEALTHY_SLOTS_BEHIND) throw nodeUnhealthy(chain.slotsBehind);
    return 'ok';
  },

  getVersion: () => VERSION,

  getGenesisHash: (_, { chain }) => encodeBase58(chain.genesis.hash),

  getSlot: ([options], { chain }) => {
    const asked = config(options);
    return contextSlot(chain.slot, commitmentOf(asked), asked);
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

  getTransactionCount: ([options], { chain }) => {
    const asked = config(options);
    return chain.history.firstAfter(contextSlot(chain.slot, commitmentOf(asked), asked));
  },

  getMinimumBalanceForRentExemption: ([bytes], { chain }) => {
    const asked = natural(bytes);
    if (asked > MAX_ACCOUNT_BYTES) throw invalidRequest();
    return chain.executor.svm.rentExemption(asked);
  },

  // Always 0, because blocks are never full.
  getRecentPrioritizationFees: ([addresses], { chain }) => {
    const listed = addresses === undefined || addresses === null ? [] : texts(addresses);
    if (listed.length > MAX_LOCKS)
      throw invalidParams(`Too many inputs provided; max ${MAX_LOCKS}`);
    for (const address of listed) pubkey(address);
    return Array.from({ length: FEE_SLOTS }, (_, i) => ({
      slot: Math.max(0, chain.slot - FEE_SLOTS + 1 + i),
      prioritizationFee: 0,
    }));
  },

  // Newest first; each sample covers a full minute.
  getRecentPerformanceSamples: ([limit], { chain }) => {
    const asked = limit === undefined || limit === null ? MAX_SAMPLES : natural(limit);
    if (asked > MAX_SAMPLES) throw invalidParams(`Invalid limit; max ${MAX_SAMPLES}`);
    const { history, slots } = chain;
    const samples: Json[] = [];
    let end = slotAt(chain.slot, 'confirmed');
    while (samples.length < asked) {
      const start = slots.at(slots.startMs(end) - SAMPLE_SECONDS * 1_000);
      if (start < 0) break;
      const count = history.firstAfter(end) - history.firstAfter(start);
      samples.push({
        numNonVoteTransactions: count,
        numSlots: end - start,
        numTransactions: count,
        samplePeriodSecs: SAMPLE_SECONDS,
        slot: end,
      });
      end = start;
    }
    return samples;
  },
};
