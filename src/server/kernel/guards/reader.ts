import { ok } from '#domain/base/result';
import type { Guard } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import { hasAdminHeader, owner } from './owner.ts';
import { type Caller, own, session } from './session.ts';

/**
 * Allows users to read their own things, as the caller, and the owner to read everything, without a caller
 * (null).
 */
export function reader(
  parts: Pick<Parts, 'clock' | 'database' | 'sessions' | 'owners'>,
): Guard<Caller | null> {
  const user = own(session(parts));
  const admin = owner(parts);
  return async (incoming) => {
    if (!hasAdminHeader(incoming)) return user(incoming);
    const allowed = await admin(incoming);
    return allowed.ok ? ok(null) : allowed;
  };
}
