import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../base/network.ts';
import type { Tallies } from '../events/tallies.ts';

/** What one network may ask in a minute, of all nodes together. */
const REQUESTS_PER_MINUTE = 1_200;

/** Files that a first visit asks for by the dozen, while an office has one address; they are packed already. */
const FREE = ['/assets/', '/logos/'];

/** Counts further requests of a caller. Returns the seconds until the next is let in once there are too many. */
export function countMore(tallies: Tallies, ip: string, times: number): number | null {
  const { count, leftMs } = tallies.add(networkOf(ip), times);
  return count > REQUESTS_PER_MINUTE ? Math.ceil(leftMs / 1_000) : null;
}

/** Refuses callers who ask too often; nodes tell each other of busy ones. */
export async function limitRates(app: FastifyInstance, tallies: Tallies): Promise<void> {
  class Store {
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    ): void {
      const { count, leftMs } = tallies.add(key);
      callback(null, { current: count, ttl: leftMs });
    }

    child(): this {
      return this;
    }
  }
  await app.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => networkOf(ip),
    allowList: ({ routeOptions: { url = '', config } }) =>
      config.isProbe === true || FREE.some((start) => url.startsWith(start)),
    store: Store,
  });
}
