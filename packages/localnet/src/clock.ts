import { createHash } from 'node:crypto';
import { type Key, keyAt } from './bytes/key.ts';

/** Slots until a cluster has voted enough on a transaction, and until it is rooted. */
const CONFIRMED_SLOTS = 2;
const FINALIZED_SLOTS = 32;
/** A blockhash is taken for this many blocks after its own. */
export const BLOCKHASH_BLOCKS = 150;
const KEPT_SLOTS = 350;
export const SLOTS_PER_EPOCH = 432_000;

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** The newest slot that has reached a commitment while `slot` is the current one. */
export function slotAt(slot: number, commitment: Commitment): number {
  if (commitment === 'processed') return slot;
  return Math.max(0, slot - (commitment === 'confirmed' ? CONFIRMED_SLOTS : FINALIZED_SLOTS));
}

/** The commitment that something of `landed` has reached while `slot` is the current one. */
export function commitmentAt(slot: number, landed: number): Commitment {
  if (slot - landed >= FINALIZED_SLOTS) return 'finalized';
  return slot - landed >= CONFIRMED_SLOTS ? 'confirmed' : 'processed';
}

/** Blockhashes follow from genesis hash and slot, so that none needs to be kept. */
export class Blockhashes {
  readonly #genesisHash: Buffer;
  readonly #slots = new Map<Key, number>();
  #newest = -1;

  constructor(genesisHash: Buffer) {
    this.#genesisHash = genesisHash;
  }

  /** The blockhash of a slot. */
  of(slot: number): Key {
    const digits = Buffer.alloc(8);
    digits.writeBigUInt64LE(BigInt(slot));
    return keyAt(createHash('sha256').update(this.#genesisHash).update(digits).digest());
  }

  /** The slot of a blockhash that a bank at `slot` takes; null for an expired, future or strange one. */
  slotOf(hash: Key, slot: number): number | null {
    // Kept a while longer than it is taken, for questions at the finalized slot and to nodes that lag.
    const kept = Math.max(0, slot - BLOCKHASH_BLOCKS - KEPT_SLOTS);
    for (let at = Math.max(kept, this.#newest + 1); at <= slot; at++)
      this.#slots.set(this.of(at), at);
    this.#newest = Math.max(this.#newest, slot);
    for (const [old, at] of this.#slots) {
      if (at >= kept) break;
      this.#slots.delete(old);
    }
    const at = this.#slots.get(hash);
    return at === undefined || at > slot || slot - at > BLOCKHASH_BLOCKS ? null : at;
  }
}
