import { ok } from '#domain/base/result';
import type { Guard } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import { type Caller, session } from './session.ts';

/** Lets everybody through, with who they are where a valid session says so; for anybody else, null. */
export function maybeSession(parts: Pick<Parts, 'sessions'>): Guard<Caller | null> {
  const user = session(parts);
  return async (incoming) => {
    const caller = await user(incoming);
    return ok(caller.ok ? caller.value : null);
  };
}
