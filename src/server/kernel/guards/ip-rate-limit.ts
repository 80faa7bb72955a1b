import { refuse } from '#domain/base/result';
import type { Guard } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import { countAttempt } from '../sessions/sign-in-queries.ts';

/** Limits the calls per minute of a network over all nodes, before another guard runs. */
const networkRate =
  (name: string, perMinute: number) =>
  <C>(
    { database, limitsRates }: Pick<Parts, 'database' | 'limitsRates'>,
    guard: Guard<C>,
  ): Guard<C> =>
  async (incoming) => {
    if (limitsRates && (await countAttempt(database, `${name} ${incoming.network}`)) > perMinute) {
      return refuse('RATE_LIMITED', { retryAfterSeconds: 60 });
    }
    return guard(incoming);
  };

export const signInRate = networkRate('sign-in', 60);
/** Limited, because each quote is stored for 30 days, in case its payment is found late. */
export const quoteRate = networkRate('quote', 240);
/** Limited, because a model may cost money. */
export const helpRate = networkRate('help', 30);
