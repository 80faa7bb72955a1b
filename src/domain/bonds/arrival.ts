import { type Instant, after } from '../base/time.ts';
import { ARRIVAL_GRACE_MS, FINALITY_SLOTS, SLOT_MS } from '../terms/terms.ts';
import type { ProvenPayment } from './payment.ts';

/** A finalized payment that waits for its payer to say what it is for. */
export interface Arrival extends Omit<ProvenPayment, 'payer' | 'finalized' | 'keys'> {
  readonly payer: string;
  readonly decideAt: Instant;
}

/**
 * When a finalized payment is decided without its payer: 60 s after its slot was finalized, told from
 * how far the confirmed slot is past it now; null where that slot is not known.
 */
export function decidedAt(slot: number, confirmedSlot: number | null, now: Instant): Instant {
  const sinceFinal = confirmedSlot === null ? 0 : confirmedSlot - slot - FINALITY_SLOTS;
  return after(now, ARRIVAL_GRACE_MS - Math.max(0, sinceFinal) * SLOT_MS);
}

/** The payment of an arrival as it is settled: which keys its transaction named is not kept. */
export function arrivedPayment(arrival: Arrival): ProvenPayment {
  const { signature, payer, token, amount, blockTime, slot } = arrival;
  return { signature, payer, token, amount, blockTime, slot, finalized: true, keys: [] };
}
