import { createHash } from 'node:crypto';
import { type Key, keyAt } from './bytes/key.ts';

/** Slots until a transaction is confirmed, and until it is finalized. */
const CONFIRMED_SLOTS = 2;
const FINALIZED_SLOTS = 32;
/** Lifetime of a blockhash in blocks. */
export const BLOCKHASH_BLOCKS = 150;
const CACHED_SLOTS = 350;
export const SLOTS_PER_EPOCH = 432_000;

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Returns the newest slot at a commitment, given the current `slot`. */
export function slotAt(slot: number, commitment: Commitment): number {
  if (commitment === 'processed') return slot;
  return Math.max(0, slot - (commitment === 'confirmed' ? CONFIRMED_SLOTS : FINALIZED_SLOTS));
}

/** Returns the commitment of slot `landed`, given the current `slot`. */
export function commitmentAt(slot: number, landed: number): Commitment {
  if (slot - landed >= FINALIZED_SLOTS) return 'finalized';
  return slot - landed >= CONFIRMED_SLOTS ? 'confirmed' : 'processed';
}

/** Blockhashes, derived from genesis hash and slot, and therefore not stored. */
export class Blockhashes {
  readonly #genesisHash: Buffer;
  readonly #slots = new Map<Key, number>();
  #newest = -1;

  constructor(genesisHash: Buffer) {
    this.#genesisHash = genesisHash;
  }

  of(slot: number): Key {
    const digits = Buffer.alloc(8);
    digits.writeBigUInt64LE(BigInt(slot));
    return keyAt(createHash('sha256').update(this.#genesisHash).update(digits).digest());
  }

  /** Returns the slot of a blockhash that is valid at `slot`; null if it is expired, future or unknown. */
  slotOf(hash: Key, slot: number): number | null {
    // Cached beyond expiry, for reads at the finalized slot and by lagging nodes.
    const oldest = Math.max(0, slot - BLOCKHASH_BLOCKS - CACHED_SLOTS);
    for (let at = Math.max(oldest, this.#newest + 1); at <= slot; at++)
      this.#slots.set(this.of(at), at);
    this.#newest = Math.max(this.#newest, slot);
    for (const [old, at] of this.#slots) {
      if (at >= oldest) break;
      this.#slots.delete(old);
    }
    const at = this.#slots.get(hash);
    return at === undefined || at > slot || slot - at > BLOCKHASH_BLOCKS ? null : at;
  }
}
