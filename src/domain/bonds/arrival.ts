import { type Instant, after } from '../base/time.ts';
import { ARRIVAL_GRACE_MS, FINALITY_SLOTS, SLOT_MS } from '../terms/terms.ts';
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

/**
 * When a finalized payment is decided without its payer: 60 s after its slot was finalized, told from
 * how far the confirmed slot is past it now; null where that slot is not known.
 */
export function decidedAt(slot: number, confirmedSlot: number | null, now: Instant): Instant {
  const sinceFinal = confirmedSlot === null ? 0 : confirmedSlot - slot - FINALITY_SLOTS;
  return after(now, ARRIVAL_GRACE_MS - Math.max(0, sinceFinal) * SLOT_MS);
}

/** The payment of an arrival as it is settled: of the keys that its transaction named only the quote's is kept. */
export function arrivedPayment(arrival: Arrival): ProvenPayment {
  const { signature, payer, token, amount, blockTime, slot, reference } = arrival;
  const keys = reference === null ? [] : [reference];
  return { signature, payer, token, amount, blockTime, slot, finalized: true, keys };
}
