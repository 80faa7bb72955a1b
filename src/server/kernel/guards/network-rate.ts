import { refuse } from '#domain/base/result';
import type { Guard } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import { countAttempt } from '../sessions/sign-in-queries.ts';

/** At most so many calls a minute from one address, on all nodes together. */
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
/** Each leaves a row that is kept for 30 days: its payment may be found late. */
export const quoteRate = networkRate('quote', 240);
/** A model may cost money. */
export const helpRate = networkRate('help', 30);
