import type { CalendarState } from '#contract/reminders/reminders';
import { calendarPath } from '#contract/reminders/reminder-paths';
import { type Result, ok, refuse } from '#domain/base/result';
import { isoOrNull } from '#domain/base/time';
import { calendarFile } from '#domain/reminders/calendar';
import { comingDates } from '#domain/reminders/coming-dates';
import { catchUpAll } from '#domain/vaults/vault-catch-up';
import type { Caller } from '../kernel/guards/session.ts';
import type { Answer } from '../kernel/base/route.ts';
import type { Parts } from '../kernel/parts.ts';
import { bondsOf } from '../bonds/bond-queries.ts';
import { sellsOf } from '../sells/sell-queries.ts';
import { calendarMadeAt, calendarOwner, putCalendar, removeCalendar } from './calendar-queries.ts';
import { vaultsOf } from '../vaults/vault-queries.ts';

/** Creates the address of the caller's calendar. An earlier address stops working. */
export async function openCalendar(
  { database, origin }: Pick<Parts, 'database' | 'origin'>,
  { userId, host }: Caller,
): Promise<Result<{ url: string }>> {
  const token = await putCalendar(database, userId);
  return ok({ url: `${origin.of(host)}${calendarPath(token)}` });
}

export async function readCalendarState(
  { database }: Pick<Parts, 'database'>,
  { userId }: Caller,
): Promise<CalendarState> {
  return { madeAt: isoOrNull(await calendarMadeAt(database, userId)) };
}

export async function closeCalendar(
  { database }: Pick<Parts, 'database'>,
  { userId }: Caller,
): Promise<CalendarState> {
  await removeCalendar(database, userId);
  return { madeAt: null };
}

/** Returns the coming dates of the token's user, as a calendar file. */
export async function readCalendar(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  { token }: { readonly token: string },
): Promise<Result<Answer<string>>> {
  const owner = await calendarOwner(database, token);
  if (!owner) return refuse('NOT_FOUND', { what: 'Calendar' });
  const { userId, now, termsVersion } = owner;
  const { terms } = await rules.at(termsVersion);
  const [bonds, vaults, sells] = await Promise.all([
    bondsOf(database, userId),
    vaultsOf(database, userId),
    sellsOf(database, userId),
  ]);
  const dated = { bonds, vaults: catchUpAll(vaults, terms, now).next, sells };
  const body = calendarFile(comingDates(dated, terms, now), now, 'subscribed');
  return ok({ status: 200, body, headers: { 'content-type': 'text/calendar; charset=utf-8' } });
}
