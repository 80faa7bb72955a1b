import { ok } from '#domain/base/result';
import type { Guard } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import type { StoredPortfolio } from '../store/users/portfolio.ts';
import { hasAdminHeader } from './owner.ts';
import { reader } from './reader.ts';
import { own, sessionFound } from './session.ts';

/**
 * Lets a user through with their own portfolio, which the session says to have changed or not: every
 * screen asks for it again and again. The owner, who may read everybody's, goes through with none.
 */
export function ownPortfolio(
  parts: Pick<Parts, 'database' | 'sessions' | 'portfolios' | 'owners' | 'clock'>,
): Guard<StoredPortfolio | null> {
  const user = own(sessionFound(parts, (token) => parts.portfolios.find(token)));
  const anybody = reader(parts);
  return async (incoming) => {
    if (hasAdminHeader(incoming)) return anybody(incoming);
    const caller = await user(incoming);
    return caller.ok ? ok(caller.value.portfolio) : caller;
  };
}
