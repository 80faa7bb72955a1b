import * as reminders from '#contract/reminders';
import {
  closeCalendar,
  openCalendar,
  readCalendar,
  readCalendarState,
} from '../actions/reminders/calendar.ts';
import { pushKey, subscribePush, unsubscribePush } from '../actions/reminders/push.ts';
import { done, found, made } from '../base/answers.ts';
import { type Guard, type Route, route } from '../base/route.ts';
import { anyone } from '../guards/anyone.ts';
import { atHost } from '../guards/at-host.ts';
import type { Caller } from '../guards/session.ts';
import type { Parts } from '../parts.ts';

/** What reaches a user whose page is closed. */
export function reminderRoutes(parts: Parts, user: Guard<Caller>): Route[] {
  return [
    route(reminders.openCalendar, atHost(user), async (_, caller) =>
      made(await openCalendar(parts, caller)),
    ),
    route(reminders.getCalendar, user, async (_, caller) =>
      found(await readCalendarState(parts, caller)),
    ),
    route(reminders.closeCalendar, user, async (_, caller) =>
      found(await closeCalendar(parts, caller)),
    ),
    route(reminders.readCalendar, anyone, ({ params }) => readCalendar(parts, params)),
    route(reminders.getPushKey, anyone, async () => done(pushKey(parts))),
    route(reminders.subscribePush, user, async ({ body }, caller) =>
      made(await subscribePush(parts, caller, body)),
    ),
    route(reminders.unsubscribePush, user, async ({ params }, caller) =>
      done(await unsubscribePush(parts, caller, params)),
    ),
  ];
}
