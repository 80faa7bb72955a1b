import { HOUR_MS, type Instant, after, iso } from '../base/time.ts';

export interface CalendarDate {
  /** Stable for a date, so that a calendar program moves it instead of adding a second one. */
  readonly uid: string;
  readonly at: Instant;
  readonly title: string;
}

/** Duration of an event: the lead time of its reminder. Calendar programs hide events of zero length. */
const EVENT_MS = HOUR_MS;

/** Properties of a subscribed calendar: its name and refresh interval. */
const SUBSCRIBED = [
  'METHOD:PUBLISH',
  'NAME:LMT',
  'X-WR-CALNAME:LMT',
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
];

/** Content of a file without dates, which must not be empty: the time zone. */
const NO_DATE = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/**
 * Builds a calendar file (RFC 5545), with a reminder an hour before each date.
 *
 * @param kind `subscribed` if calendar programs fetch the file repeatedly
 */
export function calendarFile(
  dates: readonly CalendarDate[],
  now: Instant,
  kind: 'once' | 'subscribed' = 'once',
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//LMT//Vaults//EN',
    ...(kind === 'subscribed' ? SUBSCRIBED : []),
    ...(dates.length === 0 ? NO_DATE : dates.flatMap((date) => linesOf(date, utc(now)))),
    'END:VCALENDAR',
  ];
  return lines.flatMap(folded).join('\r\n').concat('\r\n');
}

function linesOf({ uid, at, title }: CalendarDate, stamp: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${utc(at)}`,
    `DTEND:${utc(after(at, EVENT_MS))}`,
    `SUMMARY:${escaped(title)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT1H',
    `DESCRIPTION:${escaped(title)}`,
    'END:VALARM',
    'END:VEVENT',
  ];
}

/** '2026-01-31T09:15:00.000Z' as '20260131T091500Z'. */
function utc(at: Instant): string {
  return iso(at).replace(/[-:]|\.\d+/g, '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (mark) => `\\${mark}`);
}

const LINE_MAX = 74;

/** A long line continues on the next one, after a space. All text is ASCII: a character is a byte. */
function folded(line: string): string[] {
  if (line.length <= LINE_MAX) return [line];
  return [line.slice(0, LINE_MAX), ...folded(` ${line.slice(LINE_MAX)}`)];
}
