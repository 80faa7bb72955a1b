import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { texts } from '../texts/shared-texts.ts';
import { dateText, yearlessText } from './date-text.ts';
import { protocolNow } from './protocol-now.ts';

/**
 * What is left until `target`, in a form that moves nothing when it ticks: days where there are any,
 * then hours, minutes and seconds. 'Ready!' when the time is past or missing.
 *
 * @param isCoarse without seconds while a day or more is left
 * @example countdownText(0, 93_784_000) // '1d 02h 03m 04s'
 * @example countdownText(0, 7_384_000) // '02h 03m 04s'
 */
export function countdownText(now: number, target: number | null, isCoarse = false): string {
  if (target === null || target <= now) return texts.countdown.ready;
  // A countdown shows the second that is running: it reaches 0 when the time is really over.
  const left = Math.ceil((target - now) / SECOND_MS) * SECOND_MS;
  const { units } = texts.countdown;
  const days = Math.floor(left / DAY_MS);
  const rest = [
    [Math.floor((left % DAY_MS) / HOUR_MS), units.hours],
    [Math.floor((left % HOUR_MS) / MINUTE_MS), units.minutes],
    ...(isCoarse && days > 0
      ? []
      : [[Math.floor((left % MINUTE_MS) / SECOND_MS), units.seconds] as const]),
  ] as const;
  const tail = rest.map(([count, unit]) => `${String(count).padStart(2, '0')}${unit}`).join(' ');
  return days === 0 ? tail : `${days}${units.days} ${tail}`;
}

/** How much of the time from `start` to `end` has passed, from 0 to 1. */
export function partPassed(start: number, end: number, now: number): number {
  if (now >= end) return 1;
  return now <= start ? 0 : (now - start) / (end - start);
}

/**
 * Minutes and seconds left, for spans below an hour.
 *
 * @example minutesText(598_200) // '9:59'
 */
export function minutesText(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * How long ago, in the largest unit that is full.
 *
 * @example ageText(150_000) // '2 min ago'
 */
export function ageText(ageMs: number): string {
  if (ageMs < 5 * SECOND_MS) return texts.age.now;
  if (ageMs < MINUTE_MS) return texts.age.seconds(Math.floor(ageMs / SECOND_MS));
  if (ageMs < HOUR_MS) return texts.age.minutes(Math.floor(ageMs / MINUTE_MS));
  if (ageMs < DAY_MS) return texts.age.hours(Math.floor(ageMs / HOUR_MS));
  return texts.age.days(Math.floor(ageMs / DAY_MS));
}

/** Beyond it a day and a month could be those of another year. */
const YEARLESS_MS = 183 * DAY_MS;

/** An instant in the reader's own time zone, like 'Tue 18 Nov, 14:02'; far from now with its year instead of the weekday. */
export function dateTimeText(iso: string): string {
  const isFar = Math.abs(Date.parse(iso) - protocolNow()) > YEARLESS_MS;
  return isFar ? dateText(iso) : yearlessText(iso);
}
