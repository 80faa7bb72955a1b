import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#domain/base/time';

/** How long the chain is waited for before it counts as out of reach. */
const PATIENCE_MS = 2 * SECOND_MS;

/** What the chain was asked for; null where its answer takes too long. */
export const nullIfSlow = <T>(asked: Promise<T>): Promise<T | null> =>
  Promise.race([asked, sleep(PATIENCE_MS, null, { ref: false })]);
