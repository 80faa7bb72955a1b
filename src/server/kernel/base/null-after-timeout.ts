import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#domain/base/time';

/** How long the chain is waited for before it counts as out of reach. */
const PATIENCE_MS = 2 * SECOND_MS;

/** The chain's answer, or null if it takes longer than `patienceMs`. */
export const nullAfterTimeout = <T>(
  asked: Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T | null> => Promise.race([asked, sleep(patienceMs, null, { ref: false })]);
