import { ok } from '#domain/base/result';
import type { Guard } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import { hasAdminHeader, owner } from './owner.ts';
import { own, session } from './session.ts';

/** Lets a user read what is their own, and the owner read everybody's. */
export function reader(
  parts: Pick<Parts, 'clock' | 'database' | 'sessions' | 'owners'>,
): Guard<null> {
  const user = own(session(parts));
  const admin = owner(parts);
  return async (incoming) => {
    const allowed = await (hasAdminHeader(incoming) ? admin(incoming) : user(incoming));
    return allowed.ok ? ok(null) : allowed;
  };
}
