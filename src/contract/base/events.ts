import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { PATHS } from './paths.ts';

/** Reads of a signed-in user, by the path segment after /api. */
export const USER_READS = [
  'portfolio',
  'users',
  'bonds',
  'stakes',
  'transactions',
  'sell-verifications',
  'lmt',
] as const;

/**
 * Data of one event: the reads to repeat, or `all` if unknown. `activity` notifies the owner that users did
 * something, which lists over all users show.
 */
export interface ChangedReads {
  readonly queries: readonly string[];
}

export const getEvents = {
  method: 'GET',
  path: PATHS.events,
  summary: 'Server-sent events that name changed reads, for the session’s user and for everybody',
  access: 'maybe-user',
  mediaType: 'text/event-stream',
  answers: { 200: z.string() },
} as const satisfies Endpoint;
