import { type Instant, after } from '../base/time.ts';
import { ARRIVAL_GRACE_MS, FINALITY_SLOTS } from '../terms/terms.ts';
import type { ProvenPayment } from './payment.ts';

/** A finalized payment that waits for its payer to say what it is for. */
export interface Arrival extends Omit<ProvenPayment, 'payer' | 'finalized' | 'keys'> {
  readonly payer: string;
  readonly decideAt: Instant;
  /** Of the quote that locks its price; null where it names none. */
  readonly reference: string | null;
  /** How often in a row it could not be decided, and why. */
  readonly failures: number;
  readonly error: string | null;
}

/** How far the chain has come, and how long a slot takes it. */
export interface ChainProgress {
  readonly confirmedSlot: number;
  /** Whole milliseconds. */
  readonly slotMs: number;
}

/**
 * When a finalized payment is decided without its payer: 60 s after its slot was finalized, told from
 * how far the chain is past it now; null where that is not known.
 */
export function decidedAt(slot: number, reached: ChainProgress | null, now: Instant): Instant {
  if (reached === null) return after(now, ARRIVAL_GRACE_MS);
  const sinceFinal = Math.max(0, reached.confirmedSlot - slot - FINALITY_SLOTS);
  return after(now, ARRIVAL_GRACE_MS - sinceFinal * reached.slotMs);
}

/** The payment of an arrival as it is settled: of the keys that its transaction named only the quote's is kept. */
export function arrivedPayment(arrival: Arrival): ProvenPayment {
  const { signature, payer, token, amount, blockTime, slot, reference } = arrival;
  const keys = reference === null ? [] : [reference];
  return { signature, payer, token, amount, blockTime, slot, finalized: true, keys };
}
