import { ok } from '#domain/base/result';
import type { Guard, Incoming } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import { signInRate } from './ip-rate-limit.ts';
import { notPaused } from './not-paused.ts';
import { type Admin, owner } from './owner.ts';
import { reader } from './reader.ts';
import { type Caller, maybeSession, own, session } from './session.ts';

/** Allows everyone. */
const anyone: Guard<Incoming> = async (incoming) => ok(incoming);

/** Guards that several subjects use. */
export interface Guards {
  readonly anyone: Guard<Incoming>;
  /** Anyone, with a rate limit for calls that sign in. */
  readonly signIn: Guard<Incoming>;
  readonly signedIn: Guard<Caller>;
  /** The user of a valid session; null for everyone else. */
  readonly maybeUser: Guard<Caller | null>;
  /** A signed-in user who names only their own id. */
  readonly user: Guard<Caller>;
  /** A user, while the protocol is not paused. */
  readonly acting: Guard<Caller>;
  /** A user for their own things; the owner, as null, for everyone's. */
  readonly reading: Guard<Caller | null>;
  readonly owner: Guard<Admin>;
}

export function guardsOf(parts: Parts): Guards {
  const user = own(session(parts));
  return {
    anyone,
    signIn: signInRate(parts, anyone),
    signedIn: session(parts),
    maybeUser: maybeSession(parts),
    user,
    acting: notPaused(parts, user),
    reading: reader(parts),
    owner: owner(parts),
  };
}
