import { refuse } from '#domain/base/result';
import { SECOND_MS } from '#domain/base/time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sharedRead } from '../base/shared-read.ts';
import { sendRefusal } from './refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by machines that watch the node: not rate limited, and logged at `debug` only. */
    readonly isProbe?: boolean;
  }
}

/** Config of a route without rate limit, which must be cheap. */
export const PROBE = { config: { isProbe: true } } as const;

const CHECK_MS = SECOND_MS;
const DOWN = refuse('DATABASE_UNAVAILABLE', { retryAfterSeconds: 1 }).refusal;
const NOT_STARTED = refuse('CHAIN_UNAVAILABLE').refusal;

/**
 * Registers the probes. `/livez`: the process responds. `/healthz`: the database responds too. `/readyz`: the node has
 * also passed its first check of the chain. A later outage of a provider is ignored, because it would take out every
 * node at once. The database is pinged at most once a second.
 */
export function probes(
  app: FastifyInstance,
  ping: () => Promise<unknown>,
  isStarted: () => boolean,
): void {
  const databaseAnswers = sharedRead(
    () =>
      ping().then(
        () => true,
        () => false,
      ),
    CHECK_MS,
  );
  const healthy = { ok: true };
  app.get('/livez', PROBE, () => healthy);
  app.get('/healthz', PROBE, async (_, reply): Promise<object | FastifyReply> => {
    return (await databaseAnswers()) ? healthy : sendRefusal(reply, DOWN);
  });
  app.get('/readyz', PROBE, async (_, reply): Promise<object | FastifyReply> => {
    if (!(await databaseAnswers())) return sendRefusal(reply, DOWN);
    return isStarted() ? healthy : sendRefusal(reply, NOT_STARTED);
  });
}
