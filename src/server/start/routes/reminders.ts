import * as reminders from '#contract/reminders/reminders';
import {
  closeCalendar,
  openCalendar,
  readCalendar,
  readCalendarState,
} from '../../reminders/calendar.ts';
import { pushKey, subscribePush, unsubscribePush } from '../../reminders/subscribe-push.ts';
import { type Guard, type Route, done, found, route } from '../../kernel/base/route.ts';
import { anyone } from '../../kernel/guards/anyone.ts';
import type { Caller } from '../../kernel/guards/session.ts';
import type { PushParts } from '../../reminders/push-service.ts';
import type { Parts } from '../../kernel/parts.ts';

/** What reaches a user whose page is closed. */
export function reminderRoutes(parts: Parts & PushParts, user: Guard<Caller>): Route[] {
  return [
    done(reminders.openCalendar, user, (_, caller) => openCalendar(parts, caller)),
    found(reminders.getCalendar, user, (_, caller) => readCalendarState(parts, caller)),
    found(reminders.closeCalendar, user, (_, caller) => closeCalendar(parts, caller)),
    route(reminders.readCalendar, anyone, ({ params }) => readCalendar(parts, params)),
    done(reminders.getPushKey, anyone, () => pushKey(parts)),
    done(reminders.subscribePush, user, ({ body }, caller) => subscribePush(parts, caller, body)),
    done(reminders.unsubscribePush, user, ({ params }, caller) =>
      unsubscribePush(parts, caller, params),
    ),
  ];
}
