import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { PATHS } from './paths.ts';

/** The reads of a signed-in user, by the word that follows /api in their path. */
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
 * Data of one event: which reads to make again; `all` where it is not known which. `activity` tells the
 * owner that users did something, which lists over all of them show.
 */
export interface ChangedReads {
  readonly queries: readonly string[];
}

export const getEvents = {
  method: 'GET',
  path: PATHS.events,
  summary:
    'Server-sent events that name the reads that have changed, for the session’s user and for everybody',
  access: 'maybe-user',
  mediaType: 'text/event-stream',
  answers: { 200: z.string() },
} as const satisfies Endpoint;
