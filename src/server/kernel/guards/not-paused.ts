import { refuse } from '#domain/base/result';
import { checkPaused } from '#domain/terms/pause';
import type { Guard } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import type { Caller } from './session.ts';

/** Refuses while the protocol is paused or the database's clock is wrong. Runs after another guard. */
export function notPaused<C extends Caller>(
  { rules, clock }: Pick<Parts, 'rules' | 'clock'>,
  guard: Guard<C>,
): Guard<C> {
  return async (incoming) => {
    const caller = await guard(incoming);
    if (!caller.ok) return caller;
    if (await clock.isHeldAt(caller.value.now)) return refuse('CLOCK_SKEW');
    const { terms } = await rules.at(caller.value.termsVersion);
    const running = checkPaused(terms.pauses, caller.value.now);
    return running.ok ? caller : running;
  };
}
