import { type Result, ok, refuse } from '#domain/base/result';
import { hostOf } from '../base/origin.ts';
import type { Guard, Incoming } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import type { SignedIn } from '../sessions/sessions.ts';

/** Caller: a signed-in user with the session's token. */
export interface Caller extends SignedIn {
  readonly token: string;
  /** Host header of the browser. */
  readonly host: string | undefined;
}

const header = ({ headers }: Incoming, name: string): string | null => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The token in the header wins over the cookie's. */
export const tokenOf = (incoming: Incoming): string | null =>
  header(incoming, 'x-session-token') ?? incoming.sessionCookie;

/** Allows signed-in users. A wallet named in the request must be the session's. */
export function session(parts: Pick<Parts, 'sessions' | 'clock'>): Guard<Caller> {
  return async (incoming) => {
    const token = tokenOf(incoming);
    if (token === null) return refuse('UNAUTHENTICATED');
    const found = await parts.sessions.find(token);
    if (!found) return expired(parts, incoming);
    const named = header(incoming, 'x-wallet-address');
    if (named !== null && named !== found.wallet) return refuse('WALLET_MISMATCH');
    return ok({ token, host: hostOf(incoming.headers), ...found });
  };
}

/** Allows everybody. The caller is the user of a valid session, otherwise null. */
export function maybeSession(parts: Pick<Parts, 'sessions' | 'clock'>): Guard<Caller | null> {
  const user = session(parts);
  return async (incoming) => {
    const caller = await user(incoming);
    return ok(caller.ok ? caller.value : null);
  };
}

/** Refuses an expired session. If the database's clock is ahead, a write gets CLOCK_SKEW, to retry, instead. */
export async function expired(
  { clock }: Pick<Parts, 'clock'>,
  { method }: Pick<Incoming, 'method'>,
): Promise<Result<never>> {
  const isHeld = method !== 'GET' && (await clock.isHeldNow());
  return isHeld ? refuse('CLOCK_SKEW') : refuse('SESSION_EXPIRED');
}

/** Returns the user that a request names in path or body; checked before anything else in them. */
function subjectOf({ params, body }: Incoming): { userId?: unknown; walletAddress?: unknown } {
  let said: unknown;
  try {
    said = body === undefined || body === '' ? {} : JSON.parse(body);
  } catch {
    said = {};
  }
  const fromBody = typeof said === 'object' && said !== null ? said : {};
  return { ...fromBody, ...(params as object) };
}

function isOwn(incoming: Incoming, { userId, wallet }: SignedIn): boolean {
  const subject = subjectOf(incoming);
  return (
    (subject.userId === undefined || subject.userId === userId) &&
    (subject.walletAddress === undefined || subject.walletAddress === wallet)
  );
}

/** Allows a user to access only their own things. */
export function own<C extends Caller>(guard: Guard<C>): Guard<C> {
  return async (incoming): Promise<Result<C>> => {
    const caller = await guard(incoming);
    if (!caller.ok || isOwn(incoming, caller.value)) return caller;
    return refuse('NOT_YOURS');
  };
}
