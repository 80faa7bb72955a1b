import * as reminders from '#contract/reminders/reminders';
import { type Route, done, found, route } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { closeCalendar, openCalendar, readCalendar, readCalendarState } from './calendar.ts';
import type { PushParts } from './push-service.ts';
import { pushKey, subscribePush, unsubscribePush } from './subscribe-push.ts';

export function reminderRoutes(parts: Parts & PushParts, { anyone, user }: Guards): Route[] {
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
