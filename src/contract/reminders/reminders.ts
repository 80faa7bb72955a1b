import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { REMINDER_PATHS } from './reminder-paths.ts';
import { instantText, uuid } from '../base/wire.ts';

const calendarState = z
  .object({
    madeAt: instantText.nullable().describe('When its address was created; null if there is none'),
  })
  .meta({ id: 'CalendarState' });
export type CalendarState = z.infer<typeof calendarState>;

export const openCalendar = {
  method: 'POST',
  path: REMINDER_PATHS.calendar,
  summary: 'Creates the address of the caller’s calendar, and revokes the one before it',
  access: 'user',
  isSecret: true,
  answers: {
    201: z
      .object({
        url: z.url().meta({
          examples: [
            'https://lmt.example/api/calendar/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ.ics',
          ],
        }),
      })
      .meta({ id: 'CalendarAddress' }),
  },
} as const satisfies Endpoint;

export const getCalendar = {
  method: 'GET',
  path: REMINDER_PATHS.calendar,
  summary:
    'Whether the caller’s calendar has an address; the address itself is returned only when it is created',
  access: 'user',
  answers: { 200: calendarState },
} as const satisfies Endpoint;

export const closeCalendar = {
  method: 'DELETE',
  path: REMINDER_PATHS.calendar,
  summary: 'Revokes the address of the caller’s calendar',
  access: 'user',
  answers: { 200: calendarState },
} as const satisfies Endpoint;

const token = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be a token')
  .meta({ examples: ['abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ'] });

export const readCalendar = {
  method: 'GET',
  path: REMINDER_PATHS.calendarFile,
  summary: 'A user’s coming dates, for calendar programs; anyone with the token may read them',
  access: 'anyone',
  params: z.object({ token }),
  mediaType: 'text/calendar',
  answers: { 200: z.string() },
  errors: [404],
} as const satisfies Endpoint;

export const getPushKey = {
  method: 'GET',
  path: REMINDER_PATHS.pushKey,
  summary: 'The public key with which a browser subscribes to push messages',
  access: 'anyone',
  answers: {
    200: z
      .object({
        key: z
          .string()
          .regex(/^B[A-Za-z0-9_-]{86}$/)
          .meta({ examples: [`B${'A'.repeat(86)}`] }),
      })
      .meta({ id: 'PushKey' }),
  },
  errors: [404],
} as const satisfies Endpoint;

/** In the form of a browser's `PushSubscription.toJSON()`. */
const pushSubscription = z
  .object({
    endpoint: z
      .url()
      .max(1_000)
      .meta({ examples: ['https://updates.push.services.mozilla.com/wpush/v2/example'] }),
    expirationTime: z.number().nullable().optional(),
    keys: z.object({
      p256dh: z
        .string()
        .regex(/^B[A-Za-z0-9_-]{86}$/, 'must be a key of P-256')
        .meta({ examples: [`B${'A'.repeat(86)}`] }),
      auth: z
        .string()
        .regex(/^[A-Za-z0-9_-]{22}$/, 'must be 16 bytes')
        .meta({ examples: ['A'.repeat(22)] }),
    }),
  })
  .meta({ id: 'PushSubscription' });
export type PushSubscriptionBody = z.infer<typeof pushSubscription>;

export const subscribePush = {
  method: 'POST',
  path: REMINDER_PATHS.pushSubscriptions,
  summary: 'Subscribes a browser to reminders of the caller’s dates and payouts',
  access: 'user',
  body: pushSubscription,
  answers: { 201: z.object({ id: uuid }).meta({ id: 'PushSubscribed' }) },
  errors: [404],
} as const satisfies Endpoint;

export const unsubscribePush = {
  method: 'DELETE',
  path: REMINDER_PATHS.pushSubscription,
  summary: 'Ends a browser’s reminders',
  access: 'user',
  params: z.object({ id: uuid }),
  answers: { 200: z.object({ ok: z.literal(true) }).meta({ id: 'PushUnsubscribed' }) },
  errors: [404],
} as const satisfies Endpoint;
