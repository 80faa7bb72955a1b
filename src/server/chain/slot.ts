import { type Instant, instant } from '#domain/base/time';

import { type Reading, fact } from './answer.ts';
import { type Rpc, read } from './rpc.ts';
import { countAt } from './shape.ts';
import type { Commitment } from './status.ts';

/** The slot that the chain has reached at a commitment. */
export async function slotAt(rpc: Rpc, commitment: Commitment): Promise<Reading<number>> {
  return read(await rpc.call('getSlot', [{ commitment }]), (value) => {
    const slot = countAt(value, 'slot');
    return fact(slot, slot);
  });
}

/** When a slot's block was made; whole seconds, as the chain keeps them. */
export async function blockTimeOf(rpc: Rpc, slot: number): Promise<Reading<Instant>> {
  return read(await rpc.call('getBlockTime', [slot]), (value) =>
    fact(instant(countAt(value, 'blockTime') * 1000), slot),
  );
}
