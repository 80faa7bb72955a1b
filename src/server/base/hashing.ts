import { createHmac, hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Hashing } from '#proof/tree/wallet-leaves';

/** Node's own hash functions, for the trees of the proofs: a digest as text is made in half the time. */
export const HASHING: Hashing = {
  sha256: (data) => Buffer.from(hash('sha256', data, 'binary'), 'binary'),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
};

/** How long a piece of work may hold up everything else on this node. */
const SLICE_MS = 5;

/** Awaited between the steps of long work: lets others have their turn when a slice is used up. */
function slices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE_MS) return;
    await turn();
    began = performance.now();
  };
}

/** Runs work that pauses by itself, slice by slice. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  const pause = slices();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await pause();
  }
}
