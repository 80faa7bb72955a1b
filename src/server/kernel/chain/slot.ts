import { type Instant, MINUTE_MS, instant } from '#domain/base/time';
import { FINALITY_SLOTS, SLOT_MS } from '#domain/terms/terms';

import { type Reading, fact } from '../rpc/answer.ts';
import { type Rpc, read } from '../rpc/rpc-client.ts';
import { arrayAt, countAt, objectAt } from '../rpc/json-shape.ts';
import type { Commitment } from './status.ts';

/** Reads the current slot at a commitment. */
export async function slotAt(rpc: Rpc, commitment: Commitment): Promise<Reading<number>> {
  return read(await rpc.call('getSlot', [{ commitment }]), (value) => {
    const slot = countAt(value, 'slot');
    return fact(slot, slot);
  });
}

/** Reads the newest finalized slot of any provider. Unknown if any provider fails. */
export async function newestFinal(rpc: Rpc): Promise<Reading<number>> {
  let newest = 0;
  for (const provider of rpc.providers()) {
    const outcome = await provider.call('getSlot', [{ commitment: 'finalized' }]);
    const slot = read(outcome, (value) => fact(countAt(value, 'slot'), 0));
    if (slot.kind !== 'fact') return slot;
    newest = Math.max(newest, slot.value);
  }
  return fact(newest, newest);
}

/** Reads the block time of a slot. Unknown if no provider has a block there. */
export async function blockTimeOf(rpc: Rpc, slot: number): Promise<Reading<Instant>> {
  return read(await rpc.call('getBlockTime', [slot]), (value) =>
    fact(instant(countAt(value, 'blockTime') * 1000), slot),
  );
}

/** Reads the newest finalized block and its time; null if no provider responds. */
export async function finalBlock(
  rpc: Rpc,
): Promise<{ readonly slot: number; readonly madeAt: Instant; readonly lagMs: number } | null> {
  const slot = await slotAt(rpc, 'finalized');
  const madeAt = slot.kind === 'fact' ? await blockTimeOf(rpc, slot.value) : slot;
  if (slot.kind !== 'fact' || madeAt.kind !== 'fact') return null;
  return { slot: slot.value, madeAt: madeAt.value, lagMs: FINALITY_SLOTS * SLOT_MS };
}

/** Number of one-minute samples of a measurement, and its lifetime. */
const SAMPLES = 5;
const CACHED_MS = 10 * MINUTE_MS;
/** Bounds of a plausible slot duration: the chain targets 400 ms now, and 200 ms later. */
const SHORTEST_MS = 100;
const LONGEST_MS = 1_000;

/** Returns a cached measurement of the slot duration in ms. Uses the last one, or `SLOT_MS`, if it fails. */
export function slotTime(rpc: Rpc): () => Promise<number> {
  let known = { ms: SLOT_MS, at: -Infinity };
  return async () => {
    if (performance.now() - known.at < CACHED_MS) return known.ms;
    const outcome = await rpc.call('getRecentPerformanceSamples', [SAMPLES]);
    const measured = read(outcome, (value) => fact(lengthOf(arrayAt(value, 'samples')), 0));
    if (measured.kind !== 'fact') return known.ms;
    known = { ms: measured.value, at: performance.now() };
    return known.ms;
  };
}

function lengthOf(samples: readonly unknown[]): number {
  let [slots, seconds] = [0, 0];
  for (const sample of samples) {
    const { numSlots, samplePeriodSecs } = objectAt(sample, 'sample');
    slots += countAt(numSlots, 'numSlots');
    seconds += countAt(samplePeriodSecs, 'samplePeriodSecs');
  }
  if (slots === 0) return SLOT_MS;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, Math.round((seconds * 1_000) / slots)));
}
