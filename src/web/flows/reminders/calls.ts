import { queryOptions } from '@tanstack/react-query';

import type { BodyOf } from '#contract/api';
import { REMINDER_PATHS } from '#contract/reminder-paths';
import type { subscribePush } from '#contract/reminders';

import { call } from '../../api/client.ts';

/** Whether a user's calendar has an address. */
export function calendarQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'calendar', userId],
    queryFn: ({ signal }) => call('GET', REMINDER_PATHS.calendar, { signal }),
  });
}

/** A new address, in place of the one before; it is told this once. */
export function openCalendar() {
  return call('POST', REMINDER_PATHS.calendar);
}

export function closeCalendar() {
  return call('DELETE', REMINDER_PATHS.calendar);
}

/** What this server's messages to a browser are signed with. */
export function readPushKey() {
  return call('GET', REMINDER_PATHS.pushKey);
}

export function addSubscription(body: BodyOf<typeof subscribePush>) {
  return call('POST', REMINDER_PATHS.pushSubscriptions, { body });
}

export function endSubscription(id: string) {
  return call('DELETE', REMINDER_PATHS.pushSubscription, { params: { id } });
}
