import type { PushSubscriptionBody } from '#contract/reminders/reminders';
import { type Result, ok, refuse } from '#domain/base/result';
import { checkPushEndpoint } from '#domain/reminders/push-endpoint';
import type { Caller } from '../kernel/guards/session.ts';
import type { PushParts } from './push-service.ts';
import type { Parts } from '../kernel/parts.ts';
import { newId } from '../kernel/db/ids.ts';
import { putSubscription, removeSubscription } from './push-subscription-queries.ts';

const NOT_OFFERED = refuse('NOT_FOUND', { what: 'Push service' });

/** Returns the key that browsers subscribe with. */
export function pushKey({ push }: PushParts): Result<{ key: string }> {
  return push ? ok({ key: push.publicKey }) : NOT_OFFERED;
}

/** Subscribes a browser to the caller's reminders. */
export async function subscribePush(
  { database, localOffered, push }: Pick<Parts, 'database' | 'localOffered'> & PushParts,
  { userId, now }: Caller,
  { endpoint, keys }: PushSubscriptionBody,
): Promise<Result<{ id: string }>> {
  if (!push) return NOT_OFFERED;
  const known = checkPushEndpoint(new URL(endpoint), {
    isOwnMachine: localOffered === 'loopback',
  });
  if (!known.ok) return known;
  const given = { id: newId(now), userId, endpoint, ...keys, since: now };
  return ok({ id: await putSubscription(database, given) });
}

export async function unsubscribePush(
  { database }: Pick<Parts, 'database'>,
  { userId }: Caller,
  { id }: { readonly id: string },
): Promise<Result<{ ok: true }>> {
  const isRemoved = await removeSubscription(database, { id, userId });
  return isRemoved ? ok({ ok: true }) : refuse('NOT_FOUND', { what: 'Subscription' });
}
