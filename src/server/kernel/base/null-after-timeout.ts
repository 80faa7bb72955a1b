import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#domain/base/time';

/** Default time limit for a call to the chain. */
const TIMEOUT_MS = 2 * SECOND_MS;

/** Resolves like `pending`, or to null after the timeout. */
export const nullAfterTimeout = <T>(
  pending: Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T | null> => Promise.race([pending, sleep(timeoutMs, null, { ref: false })]);
