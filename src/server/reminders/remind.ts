import { SECOND_MS } from '#domain/base/time';
import { checkPushEndpoint } from '#domain/reminders/push-endpoint';
import { remindersToSend } from '#domain/reminders/push-reminder';
import type { PushParts, PushService } from './push-service.ts';
import type { Parts } from '../kernel/parts.ts';
import {
  type TakenMessage,
  dropSubscription,
  settleMessage,
  takeMessages,
} from './push-message-queries.ts';
import {
  hasSubscriptions,
  storeChecks,
  subscriptionsToCheck,
} from './push-subscription-queries.ts';
import type { Job } from '../kernel/jobs/job.ts';
import { alertOnce } from '../kernel/jobs/alert-once.ts';

/** Subscriptions checked together, and messages sent together. */
const BATCH = 50;

/**
 * Computes reminders for browsers whose page is closed, and sends them. A reminder is one row per browser,
 * whichever node computes it, and one node leases and sends it. If that node dies before the response,
 * another sends it again, and the browser shows both as one.
 */
export function remind(
  given: Pick<Parts, 'database' | 'rules' | 'alert' | 'localOffered'> & PushParts,
): Job {
  const { database, push, localOffered } = given;
  const alert = alertOnce(given.alert);
  return {
    name: 'remind',
    everyMs: 10 * SECOND_MS,
    async run() {
      if (!push || !(await hasSubscriptions(database))) return;
      while ((await checkSubscriptions(given)) === BATCH);
      while ((await sendBatch({ database, push, alert, localOffered })) === BATCH);
    },
  };
}

async function checkSubscriptions({
  database,
  rules,
}: Pick<Parts, 'database' | 'rules'>): Promise<number> {
  const found = await subscriptionsToCheck(database, BATCH);
  if (found.length === 0) return 0;
  const seen = await Promise.all(
    found.map(async ({ id, version, now, termsVersion, ...reminded }) => {
      const { terms } = await rules.at(termsVersion);
      return { id, version, ...remindersToSend(reminded, terms, now) };
    }),
  );
  await storeChecks(database, seen);
  return found.length;
}

type SendingParts = Pick<Parts, 'database' | 'alert' | 'localOffered'> & {
  readonly push: PushService;
};

async function sendBatch(parts: SendingParts): Promise<number> {
  const taken = await takeMessages(parts.database, BATCH);
  await Promise.all(taken.map((message) => sendOne(parts, message)));
  return taken.length;
}

async function sendOne(
  { database, push, alert, localOffered }: SendingParts,
  message: TakenMessage,
): Promise<void> {
  const { endpoint, p256dh, auth, expiresAt, now, text, topic, urgency } = message;
  // Drops a subscription that was made on this machine before the local network was opened to others.
  const isOwnMachine = localOffered === 'loopback';
  if (!checkPushEndpoint(new URL(endpoint), { isOwnMachine }).ok) {
    return dropSubscription(database, message);
  }
  const ttlSeconds = Math.floor((expiresAt - now) / SECOND_MS);
  const target = { endpoint, keys: { p256dh, auth } };
  const outcome = await push.send(target, { text, topic, urgency, ttlSeconds });
  switch (outcome.kind) {
    case 'taken':
      return settleMessage(database, message);
    case 'gone':
      return dropSubscription(database, message);
    case 'refused':
      alert('a push service refuses our messages for good: check PUSH_CONTACT', {
        reason: outcome.reason,
      });
      return settleMessage(database, message);
    case 'failed':
      // The lease has set the next try already.
      return undefined;
  }
}
