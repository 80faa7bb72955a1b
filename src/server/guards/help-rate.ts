import { refuse } from '#domain/base/result';
import type { Guard } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import { countAttempt } from '../store/users/sign-in.ts';

const PER_MINUTE = 30;

/** At most 30 questions a minute from one address, on all nodes together: a model may cost money. */
export function helpRate<C>(
  { database, limitsRates }: Pick<Parts, 'database' | 'limitsRates'>,
  guard: Guard<C>,
): Guard<C> {
  return async (incoming) => {
    if (limitsRates && (await countAttempt(database, `help ${incoming.network}`)) > PER_MINUTE) {
      return refuse('RATE_LIMITED', { retryAfterSeconds: 60 });
    }
    return guard(incoming);
  };
}
