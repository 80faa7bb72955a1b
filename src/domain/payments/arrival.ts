import { type Instant, after } from '../base/time.ts';
import { ARRIVAL_GRACE_MS, FINALITY_SLOTS } from '../terms/terms.ts';
import type { ProvenPayment } from './payment.ts';

/** Finalized payment that waits to be announced by its payer. */
export interface Arrival extends Omit<ProvenPayment, 'payer' | 'finalized' | 'keys'> {
  readonly payer: string;
  readonly decideAt: Instant;
  /** Reference of the quote that fixes its price; null if it names none. */
  readonly reference: string | null;
  /** Failed decisions in a row, and the last error. */
  readonly failures: number;
  readonly error: string | null;
}

/** Newest confirmed slot, and slot duration. */
export interface ChainProgress {
  readonly confirmedSlot: number;
  /** Whole milliseconds. */
  readonly slotMs: number;
}

/**
 * Returns when a finalized payment is decided without its payer: 60 s after its slot was finalized, estimated from
 * the slots since. `reached` is null if the chain's progress is unknown: then 60 s from now.
 */
export function decidedAt(slot: number, reached: ChainProgress | null, now: Instant): Instant {
  if (reached === null) return after(now, ARRIVAL_GRACE_MS);
  const sinceFinal = Math.max(0, reached.confirmedSlot - slot - FINALITY_SLOTS);
  return after(now, ARRIVAL_GRACE_MS - sinceFinal * reached.slotMs);
}

/** Returns the payment of an arrival. Of the transaction's keys, only the quote's reference is stored. */
export function arrivedPayment(arrival: Arrival): ProvenPayment {
  const { signature, payer, token, amount, blockTime, slot, reference } = arrival;
  const keys = reference === null ? [] : [reference];
  return { signature, payer, token, amount, blockTime, slot, finalized: true, keys };
}
