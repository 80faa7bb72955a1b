import { createHash } from 'node:crypto';
import type { ChainView } from '../bank/view.ts';
import { encodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import { SLOTS_PER_EPOCH, slotAt } from '../clock.ts';
import { invalidParams, noSnapshot } from './errors.ts';
import type { Methods } from './method.ts';
import {
  API_VERSION,
  commitmentOf,
  config,
  contextSlot,
  natural,
  pubkey,
  text,
  texts,
  withContext,
} from './params.ts';

const LAMPORTS_PER_SOL = 1_000_000_000;
/** Reported stake of the only validator. No stake account exists. */
const STAKE = 1_000_000 * LAMPORTS_PER_SOL;
const MAX_LEADERS = 5_000;
const MAX_REWARDED = 32;
/** Confirmations of a vote until its slot is rooted, including the vote itself. */
const LOCKOUTS = 32;

/** Identity or vote address of the only validator, derived from the genesis hash and therefore not stored. */
function addressOf({ genesis }: ChainView, of: 'identity' | 'vote'): string {
  return encodeBase58(createHash('sha256').update(genesis.hash).update(of).digest());
}

/** Leader schedule of an epoch; empty if another identity is requested. */
function scheduleOf(chain: ChainView, options: unknown): Json {
  const { identity } = config(options);
  const own = addressOf(chain, 'identity');
  if (identity !== undefined && identity !== null && text(identity) !== own) {
    pubkey(identity);
    return {};
  }
  return { [own]: Array.from({ length: SLOTS_PER_EPOCH }, (_, i) => i) };
}

/** Cluster methods for a single validator that leads every slot and votes immediately. */
export const validatorMethods: Methods = {
  getIdentity: (_, { chain }) => ({ identity: addressOf(chain, 'identity') }),

  getSlotLeader: ([options], { chain }) => {
    const asked = config(options);
    contextSlot(chain.slot, commitmentOf(asked), asked);
    return addressOf(chain, 'identity');
  },

  getSlotLeaders: ([start, limit], { chain }) => {
    const from = natural(start);
    const count = natural(limit);
    if (count > MAX_LEADERS) throw invalidParams(`Invalid limit; max ${MAX_LEADERS}`);
    const epoch = Math.floor(from / SLOTS_PER_EPOCH);
    // The next epoch's schedule is known, too.
    if (epoch > Math.floor(chain.slot / SLOTS_PER_EPOCH) + 1) {
      throw invalidParams(`Invalid slot range: leader schedule for epoch ${epoch} is unavailable`);
    }
    return Array.from({ length: count }, () => addressOf(chain, 'identity'));
  },

  getLeaderSchedule: ([slotOrOptions, options], { chain }) => {
    const isSlot = typeof slotOrOptions === 'number';
    const schedule = scheduleOf(chain, isSlot ? options : (slotOrOptions ?? options));
    const asked = isSlot ? natural(slotOrOptions) : chain.slot;
    const isKnown = asked < (Math.floor(chain.slot / SLOTS_PER_EPOCH) + 2) * SLOTS_PER_EPOCH;
    return isKnown ? schedule : null;
  },

  getVoteAccounts: ([options], { chain }) => {
    const asked = config(options);
    const slot = slotAt(chain.slot, commitmentOf(asked));
    const votePubkey = addressOf(chain, 'vote');
    const wanted = asked['votePubkey'];
    const isWanted = wanted === undefined || wanted === null || text(wanted) === votePubkey;
    const validator: Json = {
      activatedStake: STAKE,
      commission: 0,
      epochCredits: [],
      epochVoteAccount: true,
      inflationRewardsCommissionBps: 0,
      lastVote: slot,
      nodePubkey: addressOf(chain, 'identity'),
      rootSlot: slotAt(slot, 'finalized'),
      votePubkey,
    };
    return { current: isWanted ? [validator] : [], delinquent: [] };
  },

  // Ports are null, because the chain does not know the addresses it is served at.
  getClusterNodes: (_, { chain }) => [
    {
      clientId: null,
      featureSet: 0,
      gossip: null,
      pubkey: addressOf(chain, 'identity'),
      pubsub: null,
      rpc: null,
      serveRepair: null,
      shredVersion: chain.genesis.hash.readUInt16LE(0),
      tpu: null,
      tpuForwards: null,
      tpuForwardsQuic: null,
      tpuQuic: null,
      tpuVote: null,
      tvu: null,
      version: API_VERSION,
    },
  ],

  getBlockProduction: ([options], { chain }) => {
    const asked = config(options);
    const slot = slotAt(chain.slot, commitmentOf(asked));
    const { firstSlot, lastSlot } = config(asked['range']);
    const epochStart = Math.floor(slot / SLOTS_PER_EPOCH) * SLOTS_PER_EPOCH;
    const first = firstSlot === undefined ? epochStart : natural(firstSlot);
    const last = lastSlot === undefined || lastSlot === null ? slot : natural(lastSlot);
    if (last < first) {
      throw invalidParams(`lastSlot, ${last}, cannot be less than firstSlot, ${first}`);
    }
    if (last > slot) throw invalidParams(`lastSlot, ${last}, is too large; max ${slot}`);
    const own = addressOf(chain, 'identity');
    const { identity } = asked;
    const isOwn = identity === undefined || identity === null || text(identity) === own;
    const slots = last - first + 1;
    return withContext(slot, {
      byIdentity: isOwn ? { [own]: [slots, slots] } : {},
      range: { firstSlot: first, lastSlot: last },
    });
  },

  getBlockCommitment: ([slot], { chain }) => {
    const votes = chain.slot - natural(slot);
    const isVotedOn = votes >= 0 && votes < LOCKOUTS;
    const commitment = isVotedOn
      ? Array.from({ length: LOCKOUTS }, (_, i) => (i === votes ? STAKE : 0))
      : null;
    return { commitment, totalStake: STAKE };
  },

  getEpochSchedule: () => ({
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    slotsPerEpoch: SLOTS_PER_EPOCH,
    warmup: false,
  }),

  // No inflation, no rewards.
  getInflationGovernor: () => ({
    foundation: 0,
    foundationTerm: 0,
    initial: 0,
    taper: 1,
    terminal: 0,
  }),

  getInflationRate: (_, { chain }) => ({
    epoch: Math.floor(chain.slot / SLOTS_PER_EPOCH),
    foundation: 0,
    total: 0,
    validator: 0,
  }),

  getInflationReward: ([addresses, options], { chain }) => {
    const asked = config(options);
    contextSlot(chain.slot, commitmentOf(asked), asked);
    const listed = addresses === undefined || addresses === null ? [] : texts(addresses);
    if (listed.length > MAX_REWARDED) {
      throw invalidParams(`Too many inputs provided; max ${MAX_REWARDED}`);
    }
    return listed.map((address) => {
      pubkey(address);
      return null;
    });
  },

  getStakeMinimumDelegation: ([options], { chain }) => {
    const asked = config(options);
    return withContext(contextSlot(chain.slot, commitmentOf(asked), asked), LAMPORTS_PER_SOL);
  },

  getMaxRetransmitSlot: (_, { chain }) => chain.slot,
  getMaxShredInsertSlot: (_, { chain }) => chain.slot,

  getHighestSnapshotSlot: () => {
    throw noSnapshot();
  },
};
