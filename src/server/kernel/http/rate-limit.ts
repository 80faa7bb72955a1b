import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../base/network.ts';
import type { Tallies } from '../events/tallies.ts';

/** Limit per client IP network, counted by all server nodes together. */
const REQUESTS_PER_MINUTE = 1_200;

/** Paths without a limit: a first visit requests dozens of these files, and an office shares one address. */
const FREE = ['/assets/', '/logos/'];

/** Counts further requests of a caller. Returns the seconds until the window ends above the limit, otherwise null. */
export function countMore(tallies: Tallies, ip: string, times: number): number | null {
  const { count, leftMs } = tallies.add(networkOf(ip), times);
  return count > REQUESTS_PER_MINUTE ? Math.ceil(leftMs / 1_000) : null;
}

/** Registers the rate limit. The nodes share the counts of busy callers. */
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
