import { createHmac, hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Hashing } from '#proof/tree/wallet-leaves';

/** Node's hash functions, for proof trees. A digest as 'binary' text takes half as long as one as a Buffer. */
export const HASHING: Hashing = {
  sha256: (data) => Buffer.from(hash('sha256', data, 'binary'), 'binary'),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
};

/** Maximum time of a slice, during which nothing else runs on this node. */
const SLICE_MS = 5;

/** Returns a function to await between the steps of long work. It yields to the event loop after each slice. */
function timeSlices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE_MS) return;
    await turn();
    began = performance.now();
  };
}

/** Runs a generator to its end and yields to the event loop between slices. Returns the generator's result. */
export async function runInSlices<T>(work: Generator<void, T>): Promise<T> {
  const pause = timeSlices();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await pause();
  }
}
