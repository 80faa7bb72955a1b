import { RUNBOOKS_PATH } from '#contract/base/paths';
import { BLOCKS, alertsOf } from '#domain/alerts/alerts';
import { clockAlerts } from '#domain/alerts/clock-alerts';
import { iso, isoOrNull, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { watcherHealth } from './health-chain.ts';
import { type HealthParts, readFacts } from './health-facts.ts';
import type { Parts } from '../kernel/parts.ts';
import {
  type AlertMessage,
  type AlertsNow,
  type UnknownAlert,
  deleteOldMessages,
  storeAlerts,
  markSent,
  oldestMessage,
  activeAlertsAsUnknown,
} from './active-alerts.ts';
import type { Fence } from '../kernel/db/leader.ts';
import type { Job } from '../kernel/jobs/job.ts';

const NAME = 'tell-alerts';

/**
 * Stores the active alerts, and sends the beginning and the end of each to the webhook, in order, until it is
 * accepted.
 */
export function postAlerts(
  parts: HealthParts & Pick<Parts, 'alertWatch' | 'origin' | 'alert' | 'fence'>,
): Job {
  const { database, alertWatch } = parts;
  let refused: string | null = null;
  return {
    name: NAME,
    everyMs: 30 * SECOND_MS,
    where: 'leader',
    runsDuringSkew: true,
    trouble: () => refused && `the alert webhook takes no message: ${refused}`,
    async run() {
      if (alertWatch === null) return;
      refused = null;
      const fence = parts.fence();
      await storeAlerts(database, await alertsNow(parts), fence);
      await deleteOldMessages(database, alertWatch.tell !== null);
      if (alertWatch.tell !== null) refused = await postAll(parts, alertWatch.tell, fence);
    },
  };
}

type Post = NonNullable<NonNullable<Parts['alertWatch']>['tell']>;

/**
 * Sends all unsent messages, oldest first. Returns why a message was refused, or null. A refused message
 * blocks the later ones, so that no end precedes its beginning.
 */
async function postAll(
  { database, origin, alert }: Pick<Parts, 'database' | 'origin' | 'alert'>,
  tell: Post,
  fence: Fence,
): Promise<string | null> {
  for (;;) {
    const message = await oldestMessage(database, fence);
    if (message === null) return null;
    const refused = await tell({
      id: String(message.id),
      body: bodyOf(message, origin.of(undefined)),
    });
    if (refused !== null) {
      alert('the alert webhook refused a message: it is sent again', { reason: refused });
      return refused;
    }
    await markSent(database, message);
  }
}

const bodyOf = ({ code, severity, text, since, ended_at }: AlertMessage, origin: string): string =>
  JSON.stringify({
    text: ended_at === null ? text : `Over: ${text}`,
    code,
    level: severity,
    since: iso(since),
    endedAt: isoOrNull(ended_at),
    url: `${origin}${RUNBOOKS_PATH}/${code}`,
  });

/** Maximum age of the watcher's health, which takes a search of history for each address. */
const WATCHER_AGE_MS = 5 * MINUTE_MS;

/**
 * Returns the active alerts. While the chain does not respond, the alerts it caused do not end. While the
 * database's clock is wrong, ages cannot be measured, so all other alerts stay unchanged.
 */
async function alertsNow(parts: HealthParts): Promise<AlertsNow> {
  const { alertFacts, cursors } = await readFacts(parts);
  const { now, wallNow, clock } = alertFacts;
  if (clock.status === 'held') {
    return {
      now,
      alerts: clockAlerts(clock),
      unknown: await activeAlertsAsUnknown(parts.database),
    };
  }
  const watcher = await parts.cache.recent({
    key: 'watcher health',
    now: wallNow,
    maxAgeMs: WATCHER_AGE_MS,
    read: () => watcherHealth(parts, cursors),
  });
  const silent = watcher.filter(({ slotsBehind }) => slotsBehind === null);
  const unknown = silent.map(({ address: subject }): UnknownAlert => ({
    code: 'WATCHER_BEHIND',
    subject,
  }));
  if (alertFacts.newestBlockMs === null) {
    unknown.push({ code: 'WATCHER_BEHIND', subject: BLOCKS });
  }
  if (alertFacts.usdcAccount === null) unknown.push({ code: 'USDC_ACCOUNT', subject: '' });
  // Leaves out this job's own failure, because a webhook that works again would first receive that it refuses
  // messages.
  const jobs = alertFacts.jobs.filter(({ name }) => name !== NAME);
  return { now, alerts: alertsOf({ ...alertFacts, jobs, watcher }), unknown };
}
